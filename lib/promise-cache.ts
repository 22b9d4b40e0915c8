import { isWorkerd } from "./runtime.ts";

/**
 * Caches a value per key for `milliseconds`. Concurrent calls share one promise, except on Cloudflare, where requests
 * must not wait for one another. Rejected promises, and values that `isKept` declines, are not cached.
 */
export function createPromiseCache<Value>(milliseconds: number, isKept: (value: Value) => boolean) {
  const entries = new Map<string, { held: Value | Promise<Value>; until: number }>();
  return async (key: string, start: () => Promise<Value>): Promise<Value> => {
    for (const [known, { until }] of entries) if (until < Date.now()) entries.delete(known);
    const known = entries.get(key);
    if (known) return known.held;
    const until = Date.now() + milliseconds;
    const promise = start();
    const entry = { held: promise, until };
    if (!isWorkerd) entries.set(key, entry);
    /** What has taken longer than it is cached may have been started anew by another call, whose entry stays. */
    const isLatest = () => isWorkerd || entries.get(key) === entry;
    try {
      const value = await promise;
      if (isLatest())
        if (isKept(value)) entries.set(key, { held: value, until });
        else entries.delete(key);
      return value;
    } catch (error) {
      if (isLatest()) entries.delete(key);
      throw error;
    }
  };
}
