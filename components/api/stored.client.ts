"use client";

/** A record of entries in the browser's storage, shared by all tabs; without storage it lives as long as the page. */
export type StoredRecord<Entry extends { at: number }> = {
  /** Returns the same object until something changes. */
  read(): Readonly<Record<string, Entry>>;
  /** Sets an entry; null removes it. Returns whether the change reached the browser's storage. */
  set(key: string, entry: Entry | null): boolean;
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
  let memory: Record<string, Entry> | undefined;
  let latest: { text: string | null; entries: Record<string, Entry> } = { text: null, entries: {} };
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name || key === null) notify();
  };

  function read(): Record<string, Entry> {
    if (memory) return memory;
    try {
      const text = localStorage.getItem(name);
      if (text !== latest.text) latest = { text, entries: parse(text ?? "{}") };
    } catch {
      // The same object, or a page that shows the entries would render without end.
      if (latest.text !== null) latest = { text: null, entries: {} };
    }
    return latest.entries;
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

  function write(entries: Record<string, Entry>): boolean {
    const newest = Object.entries(entries).sort(([, a], [, b]) => b.at - a.at);
    const kept = Object.fromEntries(newest.slice(0, mostEntries));
    try {
      localStorage.setItem(name, JSON.stringify(kept));
      memory = undefined;
    } catch {
      memory = kept;
    }
    notify();
    return memory === undefined;
  }

  return {
    read,
    set(key, entry) {
      const { [key]: _, ...others } = read();
      return write(entry ? { ...others, [key]: entry } : others);
    },
    clear() {
      memory = undefined;
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
