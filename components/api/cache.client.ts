"use client";

import { mutate } from "swr";

/**
 * Changes what SWR has cached, so that every component shows it. SWR drops the response of a read that was under way
 * meanwhile; what is not cached yet is therefore read again.
 * @param keys one key, or a test for all keys that are changed
 */
export function changeCached<Data>(
  keys: string | ((key: unknown) => boolean),
  change: (known: Data) => Data,
): Promise<unknown> {
  const options = { revalidate: (known: Data | undefined) => known === undefined };
  const changeKnown = (known: Data | undefined) => known && change(known);
  return typeof keys === "string"
    ? mutate<Data>(keys, changeKnown, options)
    : mutate<Data>(keys, changeKnown, options);
}
