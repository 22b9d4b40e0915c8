"use client";

/** A record of entries in the browser's storage, shared by all tabs; without storage it lives as long as the page. */
type StoredRecord<Entry extends { at: number }> = {
  /** Returns the same object until something changes. */
  read(): Readonly<Record<string, Entry>>;
  /** Sets an entry; null removes it. Returns whether the change reached the browser's storage. */
  set(key: string, entry: Entry | null): boolean;
  /** `set` for several entries at once. */
  setAll(entries: Readonly<Record<string, Entry | null>>): boolean;
  /** Whether the last change of an entry has not reached the browser's storage, because it is full, say. */
  isPending(key: string): boolean;
  clear(): void;
  /** Calls the listener on every change, also of other tabs. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
};

type StoredOptions = { mostEntries?: number; keptMs?: number };

const MOST_ENTRIES = 300;
const KEPT_MS = 180 * 86_400_000;

/**
 * @param isEntry recognises entries of this version; anything else in the storage is ignored
 * @param options drops the oldest entries beyond `mostEntries` (300), and those older than `keptMs` (half a year)
 */
export function storedRecord<Entry extends { at: number }>(
  name: string,
  isEntry: (value: unknown) => value is Entry,
  { mostEntries = MOST_ENTRIES, keptMs = KEPT_MS }: StoredOptions = {},
): StoredRecord<Entry> {
  /** Changes that did not reach the storage, such as a full one; null stands for a removed entry. */
  let pending: Record<string, Entry | null> = {};
  let stored: { text: string | null; entries: Record<string, Entry> } = { text: null, entries: {} };
  let merged: { of: typeof stored; with: typeof pending; entries: Record<string, Entry> } | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name || key === null) notify();
  };

  function readStored(): typeof stored {
    try {
      const text = localStorage.getItem(name);
      if (text !== stored.text) stored = { text, entries: parse(text ?? "{}") };
    } catch {
      // The same object, or a page that shows the entries would render without end.
      if (stored.text !== null) stored = { text: null, entries: {} };
    }
    return stored;
  }

  function read(): Record<string, Entry> {
    const latest = readStored();
    if (Object.keys(pending).length === 0) return latest.entries;
    if (merged?.of !== latest || merged.with !== pending)
      merged = { of: latest, with: pending, entries: apply(pending, latest.entries) };
    return merged.entries;
  }

  function parse(text: string): Record<string, Entry> {
    try {
      const entries = Object.entries(JSON.parse(text) ?? {}).filter(
        (entry): entry is [string, Entry] => isEntry(entry[1]) && entry[1].at > Date.now() - keptMs,
      );
      return Object.fromEntries(entries);
    } catch {
      return {};
    }
  }

  /** Writes all changes that are pending: another tab may have written meanwhile, or there may be room again. */
  function write(): boolean {
    const entries = Object.entries(read()).sort(([, a], [, b]) => b.at - a.at);
    try {
      localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries.slice(0, mostEntries))));
      pending = {};
    } catch {
      // They stay pending.
    }
    notify();
    return Object.keys(pending).length === 0;
  }

  function setAll(entries: Readonly<Record<string, Entry | null>>): boolean {
    pending = { ...pending, ...entries };
    if (!write()) return false;
    // The oldest may have been dropped.
    const stored = read();
    return Object.entries(entries).every(([key, entry]) => entry === null || key in stored);
  }

  return {
    read,
    set: (key, entry) => setAll({ [key]: entry }),
    setAll,
    isPending: (key) => key in pending,
    clear() {
      pending = {};
      try {
        localStorage.removeItem(name);
      } catch {
        // Without storage there is nothing to remove.
      }
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
  };
}

function apply<Entry>(
  changes: Record<string, Entry | null>,
  entries: Record<string, Entry>,
): Record<string, Entry> {
  const changed = Object.entries({ ...entries, ...changes });
  return Object.fromEntries(changed.filter((entry): entry is [string, Entry] => entry[1] !== null));
}
