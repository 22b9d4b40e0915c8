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
    if (!isWorkerd) entries.set(key, { held: promise, until });
    try {
      const value = await promise;
      if (isKept(value)) entries.set(key, { held: value, until });
      else entries.delete(key);
      return value;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}
