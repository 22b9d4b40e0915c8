"use client";

import { useSyncExternalStore } from "react";
import { showToast } from "@/components/ui/toast";
import type { Activity, Ended } from "./activity";

/** Why the last activity failed; `signIn` where signing in is the remedy, `tryAgain` where the same file may do. */
export type ImportFailure = {
  kind: Activity["kind"];
  /** The file that it is about, where that was under way. */
  name: string | null;
  message: string;
  signIn: boolean;
  tryAgain?: () => void;
};

type ImportState = {
  activity: Activity | null;
  failure: ImportFailure | null;
  /** False until the page's scripts run: before that a file or a press would be lost. */
  isReady: boolean;
};

const asServed: ImportState = { activity: null, failure: null, isReady: false };
const idle: ImportState = { ...asServed, isReady: true };

// Outside any component: an upload goes on while the administrator looks at another page of the console.
let state = idle;
const listeners = new Set<() => void>();

function set(next: ImportState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** What is going on in this tab, an upload or an import, or why the last one failed. */
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

/** Whether something is going on; nothing else begins meanwhile. */
export function isBusy(): boolean {
  return state.activity !== null;
}

/** Shows an activity, or how far it has got. */
export function show(activity: Activity): void {
  warnBeforeLeaving(activity.kind === "file" && activity.phase === "sending");
  set({ ...idle, activity });
}

/** Clears what is shown, of a failure too. */
export function end(): void {
  warnBeforeLeaving(false);
  set(idle);
}

/** Ends an activity that went wrong. A toast tells why, and the page keeps it. */
export function fail(kind: Activity["kind"], status: number, message: string, tryAgain?: () => void): Ended {
  const name = state.activity?.name ?? null;
  end();
  set({ ...idle, failure: { kind, name, message, signIn: status === 401, tryAgain } });
  showToast("error", message);
  return { state: "failed", text: message, isSignedOut: status === 401 };
}

let isHeld = false;

/** Warns before the page is left for as long as files wait in it, whatever is shown. */
export function holdPage(isWanted: boolean): void {
  isHeld = isWanted;
  warnBeforeLeaving(isWanted);
}

function warnBeforeLeaving(isWanted: boolean): void {
  if (isWanted || isHeld) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
}

function preventUnload(event: Event): void {
  event.preventDefault();
  // Runs where the administrator stays. The router waits for the page that was not loaded, until this event.
  setTimeout(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}
