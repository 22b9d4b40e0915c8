import { counters } from "../counters.ts";
import { getAppEnv } from "../env.ts";
import { isWorkerd } from "../runtime.ts";

// What this process knows about changes made by any process: the versions in `public.cache_tags`, and when it saw
// each version change. All times come from `now()`.

/** Pause before the database is asked again after a failed check. */
const RECOVERY_MS = 2_000;

type Changes = {
  /** The version of each tag, as last read; undefined before the first read. */
  versions?: Map<string, number>;
  /** By tag, when this process last saw its version change. */
  seenAt: Map<string, number>;
  /** When the versions were first read: entries cached earlier may be of any age. */
  knownSince: number;
  /** The start of the most recently started check that has ended. */
  checkedAt: number;
  /** When this process itself last changed data: checks started earlier may have missed it. */
  changedAt: number;
  /** The last time that `now()` returned. */
  latest: number;
  checking?: Promise<void>;
  /** Whether the last check failed. */
  isTroubled: boolean;
};

// Next bundles the import worker and its cache handler separately: without a shared global, each would have its own
// state.
const shared = globalThis as typeof globalThis & { lecternChanges?: Changes };
shared.lecternChanges ??= {
  seenAt: new Map(),
  knownSince: Number.NEGATIVE_INFINITY,
  checkedAt: Number.NEGATIVE_INFINITY,
  changedAt: Number.NEGATIVE_INFINITY,
  latest: Number.NEGATIVE_INFINITY,
  isTroubled: false,
};
const changes = shared.lecternChanges;

/**
 * Milliseconds since 1970, strictly increasing with each call, which gives the order of events in this process. It is
 * safe against changes of the system clock, and against Cloudflare's clock, which only advances with I/O.
 */
export function now(): number {
  changes.latest = Math.max(performance.timeOrigin + performance.now(), changes.latest + 0.001);
  return changes.latest;
}

/**
 * Reads what has changed, unless this process checked within the last `pageCheckMs`. One check runs at a time, except
 * on Cloudflare, where no request may wait for another. Without an answer in time, cached entries stay valid.
 */
export async function checkForChanges(): Promise<void> {
  const arrivedAt = now();
  const isKnown = () => {
    const age = changes.isTroubled ? RECOVERY_MS : getAppEnv().pageCheckMs;
    return changes.checkedAt >= Math.max(arrivedAt - age, changes.changedAt);
  };
  while (!isKnown()) {
    if (isWorkerd) await check();
    else {
      changes.checking ??= check();
      await changes.checking;
    }
  }
}

/** Whether data read since `since` that depend on these tags may have changed in the meantime. */
export function mayHaveChanged(tags: readonly string[], since: number): boolean {
  return since < changes.knownSince || tags.some((tag) => since < (changes.seenAt.get(tag) ?? since));
}

/** To be called after this process has changed data: the next request checks for changes before using the cache. */
export function recordOwnChange(): void {
  changes.changedAt = now();
}

/** Invalidates the cached entries that depend on these tags, in this process only. */
export function forget(tags: readonly string[]): void {
  for (const tag of tags) changes.seenAt.set(tag, now());
}

async function check(): Promise<void> {
  const beganAt = now();
  try {
    const found = await readVersions();
    // A check that began later has already ended.
    if (beganAt < changes.checkedAt) return;
    const { versions } = changes;
    if (versions) forget([...found.keys()].filter((tag) => found.get(tag) !== versions.get(tag)));
    else changes.knownSince = now();
    changes.versions = found;
    changes.isTroubled = false;
    counters.pageChecks.answered++;
  } catch (error) {
    if (!changes.isTroubled)
      console.warn("Whether pages have changed is not known at the moment:", String(error));
    changes.isTroubled = true;
    counters.pageChecks.failed++;
  } finally {
    // Also after a failure: cached entries are served meanwhile.
    changes.checkedAt = Math.max(changes.checkedAt, beganAt);
    changes.checking = undefined;
  }
}

type NextFetch = typeof fetch & { _nextOriginalFetch?: typeof fetch };

/** The versions of all tags, as the database has them now. */
export async function readVersions(): Promise<Map<string, number>> {
  const { supabaseUrl, publishableKey, pageTimeoutMs } = getAppEnv();
  // Next replaces `fetch` by its own version, which caches responses.
  const send = (fetch as NextFetch)._nextOriginalFetch ?? fetch;
  const response = await send(`${supabaseUrl}/rest/v1/cache_tags?select=tag,version`, {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(pageTimeoutMs),
  });
  if (!response.ok) throw new Error(`cache_tags answered ${response.status}`);
  const rows: { tag: string; version: number }[] = await response.json();
  return new Map(rows.map(({ tag, version }) => [tag, version]));
}
