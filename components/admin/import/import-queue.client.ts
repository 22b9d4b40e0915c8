"use client";

import { useSyncExternalStore } from "react";
import { importFile, importQueuedFile } from "./import-file.client";
import { isBusy, warnWhileQueued } from "./import-state.client";
import { leaveWaiting, type QueuedFile, type QueueStore, runQueue } from "./run-queue";

const NONE: QueuedFile[] = [];

// Kept outside any component, as the state of the current activity is.
let queue = NONE;
const listeners = new Set<() => void>();

const store: QueueStore<File> = {
  get: () => queue,
  set(next) {
    queue = next;
    for (const listener of listeners) listener();
  },
};

/** The files that were chosen together, each with its state; empty if only one file was chosen. */
export function useImportQueue(): QueuedFile[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    store.get,
    () => NONE,
  );
}

/** Imports a file, or several one after the other. */
export async function importFiles(files: [File, ...File[]]): Promise<void> {
  if (isBusy()) return;
  clearQueue();
  if (files.length === 1) return importFile(files[0]);
  warnWhileQueued(true);
  try {
    await runQueue(files, importQueuedFile, store);
  } finally {
    warnWhileQueued(false);
  }
}

/** Skips the files whose import has not started. */
export function stopQueue(): void {
  leaveWaiting(store);
}

export function clearQueue(): void {
  store.set(NONE);
}
