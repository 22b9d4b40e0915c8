"use client";

import { useSyncExternalStore } from "react";

/** Lectures whose tick was changed and is not saved yet, with the state that was clicked. */
type Pending = ReadonlyMap<number, boolean>;

let pending: Pending = new Map();
const listeners = new Set<() => void>();
const nothing: Pending = new Map();

function change(apply: (map: Map<number, boolean>) => void): void {
  const next = new Map(pending);
  apply(next);
  pending = next;
  for (const listener of listeners) listener();
}

export const setPending = (lecture: number, completed: boolean) =>
  change((map) => map.set(lecture, completed));
export const clearPending = (lecture: number) => change((map) => map.delete(lecture));

/** What is on its way to the server; shown over what the server said, however old that is. */
export function usePending(): Pending {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
    () => nothing,
  );
}
