/** Counts by name. */
type Counts<Name extends string> = Record<Name, number>;

const none = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Counts<Name>;

/** The rules of `server/limits.ts`. */
const RULES = [
  "sign-up",
  "mail",
  "sign-in",
  "quiz",
  "watching",
  "notes",
  "export",
  "search",
  "sitemap",
] as const;
export type RuleName = (typeof RULES)[number];

/** What a process counts from its start on. `server/metrics.ts` shows it. */
const createCounters = () => ({
  /** What Next asked the page cache for: whole pages, and answers of the backend that pages are made of. */
  pageCache: { page: none("hit", "miss"), data: none("hit", "miss") },
  /** Questions to the database whether pages have changed. */
  pageChecks: none("answered", "failed"),
  importedRows: none("inserted", "updated", "unchanged", "rejected"),
  /** Requests that were told to wait, by what a rule counts by. */
  refused: {
    address: none(...RULES),
    account: none(...RULES),
    /** Counted in the database, for all servers together. */
    attempts: none("sign-in", "code", "recovery", "confirmation", "mail"),
  },
});

// Next bundles routes, the import worker and the page cache apart, and the server runs outside of them: each would
// count by itself.
const shared = globalThis as typeof globalThis & { lecternCounters?: ReturnType<typeof createCounters> };
shared.lecternCounters ??= createCounters();

/** The counters of this process. */
export const counters = shared.lecternCounters;
