"use client";

import { useSyncExternalStore } from "react";
import { hasSessionFlag } from "@/lib/session-flag";

// Signing in and out is told to this tab and to all others of the site.
const CHANNEL = "lectern-session";
const LOCAL_EVENT = "lectern:session";

/** Counts the users that this page has seen go. */
let usersGone = 0;
let hasUser = false;

/**
 * The key under which something personal that `path` answers is kept. It changes with the user, so
 * that what was read as one is never shown to the next; requests leave the part behind `#` out.
 */
export function personalKey(path: string): string {
  return `${path}#${usersGone}`;
}

function subscribe(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", listener);
  window.addEventListener(LOCAL_EVENT, listener);
  // A tab that was frozen missed what was said meanwhile.
  window.addEventListener("pageshow", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    channel.close();
    window.removeEventListener(LOCAL_EVENT, listener);
    window.removeEventListener("pageshow", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

/** Reads the flag. The page's head hides what is for visitors before the first paint; this keeps that true. */
function readFlag(): boolean {
  const isSignedIn = hasSessionFlag(document.cookie);
  document.documentElement.toggleAttribute("data-signed-in", isSignedIn);
  if (hasUser && !isSignedIn) usersGone += 1;
  hasUser = isSignedIn;
  return isSignedIn;
}

/** Whether someone is signed in, as far as a cookie that scripts may read says. False on the server. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, readFlag, () => false);
}

/** Says that the session has changed: a sign-in, a sign-out, or one that turned out to have ended. */
export function announceSession(): void {
  window.dispatchEvent(new Event(LOCAL_EVENT));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}
