import { LRUCache } from "lru-cache";
import type { CacheHandler, CacheHandlerValue } from "next/dist/server/lib/incremental-cache";
import { SharedCacheControls } from "next/dist/server/lib/incremental-cache/shared-cache-controls.external.js";
import { counters } from "../counters.ts";
import { isBuild } from "../env.ts";
import { checkForChanges, forget, mayHaveChanged, now } from "./changes.ts";
import { holdsRequest } from "./holds-request.ts";

/** The maximum cache size of a process, in bytes: Next's own default. */
const MAX_BYTES = 50 * 2 ** 20;

type Value = CacheHandlerValue["value"];
type Entry = CacheHandlerValue & {
  tags: readonly string[];
  /** When the reading of the underlying data began: see `changes.ts`. */
  readSince: number;
};

/** What Next remembers of each page, by the same keys, for as long as the process runs. */
const cacheControls: Map<string, unknown> = Reflect.get(SharedCacheControls, "cacheControls");

const cacheOf = (maxSize: number) =>
  new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: sizeOf,
    // Anyone can think of any number of addresses: Next may remember no more of them than the cache.
    dispose: (_, key, reason) => {
      if (reason !== "set") cacheControls.delete(key);
    },
  });
const entries = cacheOf(MAX_BYTES);
/** Pages of addresses that lead nowhere: anyone can think of any number of them, and they must not displace others. */
const notFound = cacheOf(MAX_BYTES / 25);

/**
 * Caches pages, and the backend responses they were rendered from, in the memory of this process, until the database
 * reports a change of what they depend on. Next creates one instance for each request. The pages of the build are not
 * used: they may be of any age, and rendering them again costs no more than any first request.
 */
export default class PageCache implements CacheHandler {
  private readonly begunAt = now();
  private readonly missedAt = new Map<string, number>();

  async get(...[key, context]: Parameters<CacheHandler["get"]>): Promise<CacheHandlerValue | null> {
    if (isBuild()) return null;
    await checkForChanges();
    const entry = entries.get(key) ?? notFound.get(key);
    // A cached `fetch` response has the tags with which it is requested.
    const tags = "tags" in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : [];
    const isGood = entry && !mayHaveChanged([...entry.tags, ...tags], entry.readSince);
    counters.pageCache[context.kind === "FETCH" ? "data" : "page"][isGood ? "hit" : "miss"]++;
    if (isGood) return entry;
    this.missedAt.set(key, now());
    return null;
  }

  async set(...[key, value, context]: Parameters<CacheHandler["set"]>): Promise<void> {
    if (isBuild()) return;
    const isOfRequest = value && "rscData" in value && holdsRequest({ html: value.html, rsc: value.rscData });
    if (!isOfRequest) this.keep(key, value, context);
    if (!entries.has(key) && !notFound.has(key)) cacheControls.delete(key);
  }

  private keep(...[key, value, context]: Parameters<CacheHandler["set"]>): void {
    const cacheControl = "cacheControl" in context ? context.cacheControl : undefined;
    const readSince = this.missedAt.get(key) ?? this.begunAt;
    const isFound = !(value && "status" in value && value.status === 404);
    const [cache, other] = isFound ? [entries, notFound] : [notFound, entries];
    other.delete(key);
    cache.set(key, { value, tags: tagsOf(value), lastModified: Date.now(), cacheControl, readSince });
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    forget([tags].flat());
  }

  resetRequestCache(): void {}
}

/** The tags of a page, which Next puts into its headers. */
function tagsOf(value: Value): readonly string[] {
  const tags = value && "headers" in value ? value.headers?.["x-next-cache-tags"] : undefined;
  return typeof tags === "string" ? tags.split(",") : [];
}

/** What an answer of the backend occupies besides its content: mostly its headers. */
const ANSWER_BYTES = 1_500;

/** The approximate size of an entry, in bytes. */
function sizeOf({ value }: Entry, key: string): number {
  const around = value && "data" in value ? ANSWER_BYTES : 100;
  const parts: { length: number }[] = [key];
  if (value && "data" in value) parts.push(value.data.body);
  if (value && "body" in value) parts.push(value.body);
  if (value && "rscData" in value)
    parts.push(value.html, value.rscData ?? "", ...(value.segmentData?.values() ?? []));
  return parts.reduce((bytes, { length }) => bytes + length, around);
}
