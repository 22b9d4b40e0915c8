"use client";

import { useSyncExternalStore } from "react";
import { hasSessionFlag } from "@/lib/session-flag";
import { openTabChannel } from "./tab-channel.client";

/**
 * What this page knows of the session. `id` changes with every sign-in and sign-out; `hasEnded` is true if the
 * session ended without the user signing out.
 */
type Session = { isSignedIn: boolean; id: number; hasEnded: boolean };

const CHANNEL = "lectern-session";
const visitor: Session = { isSignedIn: false, id: 0, hasEnded: false };

let session: Session =
  typeof document === "undefined" ? visitor : { ...visitor, isSignedIn: hasSessionFlag(document.cookie) };
const listeners = new Set<() => void>();
let channel: ReturnType<typeof openTabChannel>;
let disconnect = () => {};

/** The id of the account of this session, once the page knows it. */
let account: string | undefined;
const accountListeners = new Set<() => void>();

/**
 * Reads the cookie again. `isAnother` reports a change that the cookie does not show: a sign-out that a sign-in has
 * already followed, or a sign-in as another user.
 */
function refresh({ isAnother = false, hasEnded = false } = {}): void {
  const isSignedIn = hasSessionFlag(document.cookie);
  // CSS hides what is for visitors only; see `markSignedIn`.
  document.documentElement.toggleAttribute("data-signed-in", isSignedIn);
  if (isSignedIn === session.isSignedIn && !(isAnother && isSignedIn)) return;
  session = { isSignedIn, id: session.id + 1, hasEnded: hasEnded && session.isSignedIn };
  account = undefined;
  for (const notify of listeners) notify();
}

/** Listens for changes of the session outside this page. Returns the function that stops listening. */
function connect(): () => void {
  channel = openTabChannel(CHANNEL);
  if (channel) channel.onmessage = ({ data }) => refresh(data);
  // Messages do not reach a page that is frozen or in the back/forward cache.
  const onReturn = () => refresh();
  window.addEventListener("pageshow", onReturn);
  document.addEventListener("visibilitychange", onReturn);
  refresh();
  return () => {
    channel?.close();
    channel = undefined;
    window.removeEventListener("pageshow", onReturn);
    document.removeEventListener("visibilitychange", onReturn);
  };
}

/** All components of a page share one channel and one set of event listeners. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) disconnect = connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) disconnect();
  };
}

function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => visitor,
  );
}

/** Whether a user is signed in, as far as the cookie that scripts may read says. False on the server. */
export function useSignedIn(): boolean {
  return useSession().isSignedIn;
}

/**
 * The SWR key for personal data at `path`. It changes with the session, so that what was read as one user is
 * never shown to the next; the part behind `#` is not sent to the server.
 */
export function personalKey(path: string): string {
  return `${path}#${session.id}`;
}

/** `personalKey` for rendering; null while no user is signed in. */
export function usePersonalKey(path: string): string | null {
  const { isSignedIn, id } = useSession();
  return isSignedIn ? `${path}#${id}` : null;
}

/**
 * Remembers the account of a session.
 * @param key the key under which the account was read; ignored if the session has changed since
 */
export function setAccount(key: string, id: string): void {
  if (!key.endsWith(`#${session.id}`) || account === id) return;
  account = id;
  for (const notify of accountListeners) notify();
}

/** Calls the listener whenever this page has learned which account it acts for. */
export const whenAccountIsKnown = (listener: () => void) => void accountListeners.add(listener);

/** The account that this page acts for; undefined for visitors, and while it is not known yet. */
export const getAccountId = () => account;

/** Whether a user is signed in at this moment; see `useSignedIn`. */
export const isSignedIn = () => session.isSignedIn;

/** Whether the session ended without a sign-out. */
export const hasSessionEnded = () => session.hasEnded;

/**
 * Tells this page and all other tabs that the user has signed in or out, that the session `hasEnded`, or that it is
 * perhaps another user's.
 */
export function notifySessionChange({ hasEnded = false, isAnother = false } = {}): void {
  const wasSignedIn = session.isSignedIn;
  refresh({ isAnother, hasEnded });
  const hasUserLeft = wasSignedIn && !session.isSignedIn;
  // A channel does not hear itself: this page has been told already.
  const own = channel ?? openTabChannel(CHANNEL);
  own?.postMessage({ isAnother: isAnother || hasUserLeft, hasEnded });
  if (own !== channel) own?.close();
}
