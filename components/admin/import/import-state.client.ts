"use client";

import { useSyncExternalStore } from "react";
import { showToast } from "@/components/ui/toast";
import type { Activity, Ended } from "./activity";

/** Why the last activity failed. `signIn` if signing in again helps; `tryAgain` if the same file may succeed. */
export type ImportFailure = {
  kind: Activity["kind"];
  /** The name of the file or preset that was in progress; null if there was none. */
  name: string | null;
  message: string;
  signIn: boolean;
  tryAgain?: () => void;
};

type ImportState = {
  activity: Activity | null;
  failure: ImportFailure | null;
  /** False until hydration: before that, a chosen file or a press would be lost. */
  isReady: boolean;
};

const asServed: ImportState = { activity: null, failure: null, isReady: false };
const idle: ImportState = { ...asServed, isReady: true };

// Kept outside any component: an upload continues while the administrator looks at another page of the console.
let state = idle;
const listeners = new Set<() => void>();

function set(next: ImportState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The upload or import in progress in this tab, or why the last one failed. */
export function useImportState(): ImportState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => asServed,
  );
}

/** Whether an activity is in progress; no other one starts meanwhile. */
export function isBusy(): boolean {
  return state.activity !== null;
}

/** Shows an activity, or updates its progress. */
export function show(activity: Activity): void {
  warnBeforeLeaving(activity.kind === "file" && activity.phase === "sending");
  set({ ...idle, activity });
}

/** Clears the activity or failure that is shown. */
export function end(): void {
  warnBeforeLeaving(false);
  set(idle);
}

/** Ends an activity that failed. A toast shows the reason, and the page keeps showing it. */
export function fail(kind: Activity["kind"], status: number, message: string, tryAgain?: () => void): Ended {
  const name = state.activity?.name ?? null;
  end();
  set({ ...idle, failure: { kind, name, message, signIn: status === 401, tryAgain } });
  showToast("error", message);
  return { state: "failed", text: message, isSignedOut: status === 401 };
}

let isHeld = false;

/** Turns on or off a warning before the page is left while files are queued, whatever activity is shown. */
export function warnWhileQueued(isWanted: boolean): void {
  isHeld = isWanted;
  warnBeforeLeaving(isWanted);
}

function warnBeforeLeaving(isWanted: boolean): void {
  if (isWanted || isHeld) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
}

function preventUnload(event: Event): void {
  event.preventDefault();
  // Runs if the administrator stays: the router waits for the cancelled page load until it receives this event.
  setTimeout(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}
