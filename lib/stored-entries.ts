/** What a browser stores of an account by a key of `localStorage`: entries that name their `owner`. */
type Entries = Record<string, { owner?: unknown } | null>;

/** Whether the browser stores entries of an account. */
export function hasEntriesOf(owner: string | undefined, key: string): boolean {
  return read(key).some(([, entry]) => isOf(owner, entry));
}

/**
 * Removes an account's entries at the end of its session, so that the next person at this browser does not find them;
 * none if the account is not known.
 */
export function forgetEntriesOf(owner: string | undefined, key: string): void {
  const others = read(key).filter(([, entry]) => !isOf(owner, entry));
  try {
    if (others.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(Object.fromEntries(others)));
  } catch {
    // Without access to the storage, there is nothing to remove.
  }
}

const isOf = (owner: string | undefined, entry: Entries[string]) =>
  owner !== undefined && entry?.owner === owner;

function read(key: string): [string, Entries[string]][] {
  try {
    return Object.entries((JSON.parse(localStorage.getItem(key) ?? "{}") ?? {}) as Entries);
  } catch {
    return [];
  }
}
