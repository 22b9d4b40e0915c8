"use client";

/** A channel to the site's other tabs; undefined if the browser blocks it, as Firefox does where cookies are blocked. */
export function openTabChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
