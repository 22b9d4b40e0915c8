/**
 * Calls with the same key share one promise for `milliseconds`. One that fails, or whose value is not to be kept, is
 * forgotten at once.
 */
export function createPromiseCache<Value>(milliseconds: number, isKept: (value: Value) => boolean) {
  const entries = new Map<string, { promise: Promise<Value>; until: number }>();
  return (key: string, start: () => Promise<Value>): Promise<Value> => {
    for (const [known, { until }] of entries) if (until < Date.now()) entries.delete(known);
    const known = entries.get(key);
    if (known) return known.promise;
    const promise = start();
    entries.set(key, { promise, until: Date.now() + milliseconds });
    const forget = () => entries.delete(key);
    promise.then((value) => isKept(value) || forget(), forget);
    return promise;
  };
}
