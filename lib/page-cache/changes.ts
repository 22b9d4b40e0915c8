import { counters } from "../counters.ts";
import { getAppEnv } from "../env.ts";
import { isWorkerd } from "../runtime.ts";

// What this process knows of changes made through any process: the versions of `public.cache_tags`, and when it saw
// one change. Times are of `now()`.

/** How long the database is left alone after it did not say. */
const RECOVERY_MS = 2_000;

type Changes = {
  /** By tag, as read last; undefined until the first time. */
  versions?: Map<string, number>;
  /** By tag, when this process saw a change of it. */
  seenAt: Map<string, number>;
  /** When the versions were first read: what was kept before may be of any age. */
  knownSince: number;
  /** When the latest check began that has ended. */
  checkedAt: number;
  /** When this process itself last changed something: earlier checks cannot know of it. */
  changedAt: number;
  /** The latest time that was given out. */
  latest: number;
  checking?: Promise<void>;
  isTroubled: boolean;
};

// Next bundles the import worker apart from its cache handler: each would have changes of its own.
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
 * Milliseconds since 1970, later at each call: the order of what happens in this process. No clock that is set disturbs
 * it, and Cloudflare's, which stands still until something arrives, neither.
 */
export function now(): number {
  changes.latest = Math.max(performance.timeOrigin + performance.now(), changes.latest + 0.001);
  return changes.latest;
}

/**
 * Learns what has changed, unless this process asked a moment ago. One question is under way at a time, where requests
 * may wait for one another. Where the database does not answer soon, what is kept stays good: the site goes on with it.
 */
export async function learnChanges(): Promise<void> {
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

/** Whether something that was read from `since` on, and depends on these tags, may have changed meanwhile. */
export function mayHaveChanged(tags: readonly string[], since: number): boolean {
  return since < changes.knownSince || tags.some((tag) => since < (changes.seenAt.get(tag) ?? since));
}

/** For the process that has just changed something in the database: it asks again before it serves what it kept. */
export function noteOwnChange(): void {
  changes.changedAt = now();
}

/** Has what depends on these tags made anew, in this process alone. */
export function forget(tags: readonly string[]): void {
  for (const tag of tags) changes.seenAt.set(tag, now());
}

async function check(): Promise<void> {
  const beganAt = now();
  try {
    const found = await readVersions();
    // One that began later has ended before.
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
    changes.checkedAt = Math.max(changes.checkedAt, beganAt);
    changes.checking = undefined;
  }
}

type NextFetch = typeof fetch & { _nextOriginalFetch?: typeof fetch };

/** The versions of all tags, as the database has them now. */
export async function readVersions(): Promise<Map<string, number>> {
  const { supabaseUrl, publishableKey, pagePatienceMs } = getAppEnv();
  // Next puts a fetch of its own in place, which keeps answers.
  const send = (fetch as NextFetch)._nextOriginalFetch ?? fetch;
  const response = await send(`${supabaseUrl}/rest/v1/cache_tags?select=tag,version`, {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(pagePatienceMs),
  });
  if (!response.ok) throw new Error(`cache_tags answered ${response.status}`);
  const rows: { tag: string; version: number }[] = await response.json();
  return new Map(rows.map(({ tag, version }) => [tag, version]));
}
