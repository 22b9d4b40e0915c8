import { LRUCache } from "lru-cache";
import { forget, learnChanges, mayHaveChanged, now } from "./changes.ts";

// The page cache on Cloudflare, where OpenNext puts a cache handler of its own in the place of Next's. It keeps what
// `handler.ts` keeps, by the same rule, in the memory of an isolate, which several requests share.

/** What one isolate keeps at most, in characters: it has 128 MB for everything. */
const MAX_SIZE = 20 * 2 ** 20;

/** As OpenNext stores it: a page, or the answer of a `fetch`. */
type Value = object & { meta?: { headers?: Record<string, unknown> } };
type Entry = {
  value: Value;
  /** When its reading began, by `now()`. OpenNext knows it as the time of the last change. */
  lastModified: number;
};

const entries = new LRUCache<string, Entry>({
  maxSize: MAX_SIZE,
  sizeCalculation: ({ value }, key) => key.length + JSON.stringify(value).length,
});

/** When a request asked for a key. Without a request there is nothing to date an entry by. */
const askedAt = new WeakMap<object, Map<string, number>>();

type Requests = typeof globalThis & { __openNextAls?: { getStore(): object | undefined } };

function timesOfRequest(): Map<string, number> {
  const request = (globalThis as Requests).__openNextAls?.getStore();
  const times = (request && askedAt.get(request)) ?? new Map<string, number>();
  if (request) askedAt.set(request, times);
  return times;
}

/** What OpenNext calls an incremental cache. Each request asks by itself whether anything has changed. */
export const incrementalCache = {
  name: "lectern",

  async get(key: string): Promise<Entry | null> {
    await learnChanges();
    const entry = entries.get(key);
    timesOfRequest().set(key, now());
    if (!entry || mayHaveChanged([], entry.lastModified)) return null;
    const { value, lastModified } = entry;
    // OpenNext takes the tags out of what it is given.
    const meta = value.meta && { ...value.meta, headers: { ...value.meta.headers } };
    return { value: { ...value, ...(meta && { meta }) }, lastModified };
  },

  async set(key: string, value: Value): Promise<void> {
    const lastModified = timesOfRequest().get(key);
    if (lastModified !== undefined) entries.set(key, { value, lastModified });
  },

  async delete(key: string): Promise<void> {
    entries.delete(key);
  },
};

type Tag = string | { tag: string };

/** What OpenNext asks whether an entry with these tags is old. */
export const tagCache = {
  name: "lectern",
  mode: "nextMode" as const,
  /** Asked of entries of "use cache", of which the app has none. */
  getLastRevalidated: async () => 0,
  hasBeenRevalidated: async (tags: string[], lastModified?: number) =>
    mayHaveChanged(tags, lastModified ?? Number.NEGATIVE_INFINITY),
  writeTags: async (tags: Tag[]) => forget(tags.map((tag) => (typeof tag === "string" ? tag : tag.tag))),
};
