/** Counts by name. */
type Counts<Name extends string> = Record<Name, number>;

const none = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Counts<Name>;

/** The rate limit rules of `server/limits.ts`. */
const RULES = [
  "sign-up",
  "mail",
  "sign-in",
  "quiz",
  "watching",
  "progress",
  "notes",
  "export",
  "own-data",
  "search",
  "sitemap",
  "preset-files",
  "missing-page",
] as const;
export type RuleName = (typeof RULES)[number];

/** What a process counts since its start. `server/metrics.ts` exposes it. */
const createCounters = () => ({
  /** Look-ups in the page cache: whole pages, and backend responses that pages are rendered from. */
  pageCache: { page: none("hit", "miss"), data: none("hit", "miss") },
  /** Requests that ask the database whether pages have changed. */
  pageChecks: none("answered", "failed"),
  importedRows: none("inserted", "updated", "unchanged", "rejected"),
  /** Requests refused by a rate limit, by what the rule counts: addresses, accounts or attempts. */
  refused: {
    address: none(...RULES),
    account: none(...RULES),
    /** Limits that are counted in the database, for all servers together. */
    attempts: none("sign-in", "code", "recovery", "confirmation", "mail"),
  },
});

// Next bundles the routes, the import worker and the page cache separately, and the server runs outside the bundles:
// without a shared global, each of them would have counters of its own.
const shared = globalThis as typeof globalThis & { lecternCounters?: ReturnType<typeof createCounters> };
shared.lecternCounters ??= createCounters();

/** The counters of this process. */
export const counters = shared.lecternCounters;
