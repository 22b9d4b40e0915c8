import { LRUCache } from "lru-cache";
import { checkForChanges, forget, mayHaveChanged, now } from "./changes.ts";
import { holdsRequest } from "./holds-request.ts";

// The page cache on Cloudflare, where OpenNext replaces Next's cache handler by its own. It caches the same entries
// as `handler.ts`, by the same rule, in the memory of an isolate, which several requests share.

/** The maximum cache size of an isolate, in characters: an isolate has 128 MB in total. */
const MAX_SIZE = 20 * 2 ** 20;

/** An entry in OpenNext's format: a page, or the response to a `fetch`. */
type Value = object & { rsc?: string; html?: string; meta?: { headers?: Record<string, unknown> } };
type Entry = {
  value: Value;
  /** When the reading of its data began, by `now()`. OpenNext treats it as the time of the last change. */
  lastModified: number;
};

const entries = new LRUCache<string, Entry>({
  maxSize: MAX_SIZE,
  sizeCalculation: ({ value }, key) => key.length + JSON.stringify(value).length,
});

/** When each request looked up a key. Without a request, an entry cannot be dated and is not stored. */
const askedAt = new WeakMap<object, Map<string, number>>();

type Requests = typeof globalThis & { __openNextAls?: { getStore(): object | undefined } };

function timesOfRequest(): Map<string, number> {
  const request = (globalThis as Requests).__openNextAls?.getStore();
  const times = (request && askedAt.get(request)) ?? new Map<string, number>();
  if (request) askedAt.set(request, times);
  return times;
}

/** An OpenNext incremental cache. Each request checks by itself whether anything has changed. */
export const incrementalCache = {
  name: "lectern",

  async get(key: string): Promise<Entry | null> {
    await checkForChanges();
    const entry = entries.get(key);
    timesOfRequest().set(key, now());
    if (!entry || mayHaveChanged([], entry.lastModified)) return null;
    const { value, lastModified } = entry;
    // OpenNext removes the tags from the object that it receives, so it gets a copy.
    const meta = value.meta && { ...value.meta, headers: { ...value.meta.headers } };
    return { value: { ...value, ...(meta && { meta }) }, lastModified };
  },

  async set(key: string, value: Value): Promise<void> {
    if (holdsRequest(value)) return;
    const lastModified = timesOfRequest().get(key);
    if (lastModified !== undefined) entries.set(key, { value, lastModified });
  },

  async delete(key: string): Promise<void> {
    entries.delete(key);
  },
};

type Tag = string | { tag: string };

/** OpenNext's tag cache: tells whether an entry with given tags is stale. */
export const tagCache = {
  name: "lectern",
  mode: "nextMode" as const,
  /** Only called for entries of "use cache", which the app does not use. */
  getLastRevalidated: async () => 0,
  hasBeenRevalidated: async (tags: string[], lastModified?: number) =>
    mayHaveChanged(tags, lastModified ?? Number.NEGATIVE_INFINITY),
  writeTags: async (tags: Tag[]) => forget(tags.map((tag) => (typeof tag === "string" ? tag : tag.tag))),
};
