import { beforeEach, describe, expect, test, vi } from "vitest";

type Cache = ReturnType<typeof import("../../lib/promise-cache.ts").createPromiseCache<string | null>>;

/** A cache as created on the runtime with this user agent. */
async function createCache(userAgent: string): Promise<Cache> {
  vi.resetModules();
  vi.stubGlobal("navigator", { userAgent });
  const { createPromiseCache } = await import("../../lib/promise-cache.ts");
  return createPromiseCache<string | null>(60_000, Boolean);
}

describe.each([
  ["Node.js/24", 1],
  ["Cloudflare-Workers", 3],
])("on %s", (userAgent, asked) => {
  let cache: Cache;
  beforeEach(async () => {
    cache = await createCache(userAgent);
  });

  test("a value that is there is shared", async () => {
    expect(await cache("key", async () => "first")).toBe("first");
    expect(await cache("key", async () => "second")).toBe("first");
    expect(await cache("another", async () => "third")).toBe("third");
  });

  test(`three that ask at once cost ${asked}, as they may wait for one another or not`, async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const start = vi.fn(() => promise);
    const values = [cache("key", start), cache("key", start), cache("key", start)];
    resolve("a value");
    expect(await Promise.all(values)).toEqual(["a value", "a value", "a value"]);
    expect(start).toHaveBeenCalledTimes(asked);
  });

  test("a failure, or what is not to be kept, is not shared", async () => {
    await expect(cache("key", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache("key", async () => null)).toBeNull();
    expect(await cache("key", async () => "at last")).toBe("at last");
  });
});

test("an answer that comes after its time replaces none that was asked for since", async () => {
  vi.useFakeTimers();
  const cache = await createCache("Node.js/24");
  const [late, failed] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const [value, failure] = [cache("late", () => late.promise), cache("failed", () => failed.promise)];
  await vi.advanceTimersByTimeAsync(60_001);
  for (const key of ["late", "failed"]) await cache(key, async () => "newer");
  late.resolve("late");
  failed.reject(new Error("away"));
  expect(await value).toBe("late");
  await expect(failure).rejects.toThrow("away");
  for (const key of ["late", "failed"]) expect(await cache(key, async () => "newest")).toBe("newer");
  vi.useRealTimers();
});

test("on Cloudflare a request that never ends keeps no other from its value", async () => {
  const cache = await createCache("Cloudflare-Workers");
  void cache("key", () => new Promise(() => {}));
  expect(await cache("key", async () => "a value")).toBe("a value");
});
