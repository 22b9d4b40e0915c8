import { isWorkerd } from "./runtime.ts";

/**
 * Calls with the same key share one value for `milliseconds`, and the promise of it where requests may wait for one
 * another. One that fails, or whose value is not to be kept, is forgotten at once.
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
