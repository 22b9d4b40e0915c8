"use client";

import { mutate, SWRConfig } from "swr";

const { cache } = SWRConfig.defaultValue;

/**
 * Changes what SWR has cached, so that every component shows it. SWR drops the response of a read that was under way
 * meanwhile; what is being read is therefore read again.
 * @param keys one key, or a test for all keys that are changed
 */
export function changeCached<Data>(
  keys: string | ((key: unknown) => boolean),
  change: (known: Data) => Data,
): Promise<unknown> {
  const isBeingRead = (key: unknown) => cache.get(String(key))?.isValidating === true;
  const options = {
    revalidate: (known: Data | undefined, key: unknown) => known === undefined || isBeingRead(key),
  };
  const changeKnown = (known: Data | undefined) => known && change(known);
  return typeof keys === "string"
    ? mutate<Data>(keys, changeKnown, options)
    : mutate<Data>(keys, changeKnown, options);
}
