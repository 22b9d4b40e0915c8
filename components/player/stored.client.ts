"use client";

/**
 * A record by key in the browser's storage, shared by its tabs and kept for half a year; where there is no storage, or
 * no room, for as long as the page lives.
 */
export type StoredRecord<Entry extends { at: number }> = {
  read(): Readonly<Record<string, Entry>>;
  /** Puts an entry in place of the one before; null takes it out. */
  set(key: string, entry: Entry | null): void;
  clear(): void;
};

const MOST_ENTRIES = 300;
const KEPT_MS = 180 * 86_400_000;

/** @param isEntry tells what was stored by this version from anything else that a storage may hold */
export function storedRecord<Entry extends { at: number }>(
  name: string,
  isEntry: (value: unknown) => value is Entry,
): StoredRecord<Entry> {
  let memory: Record<string, Entry> | undefined;

  function read(): Record<string, Entry> {
    if (memory) return memory;
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
      const entries = Object.entries(stored ?? {}).filter(
        (entry): entry is [string, Entry] => isEntry(entry[1]) && entry[1].at > Date.now() - KEPT_MS,
      );
      return Object.fromEntries(entries);
    } catch {
      return {};
    }
  }

  function write(entries: Record<string, Entry>): void {
    const latest = Object.entries(entries).sort(([, a], [, b]) => b.at - a.at);
    const kept = Object.fromEntries(latest.slice(0, MOST_ENTRIES));
    try {
      localStorage.setItem(name, JSON.stringify(kept));
      memory = undefined;
    } catch {
      memory = kept;
    }
  }

  return {
    read,
    set(key, entry) {
      const { [key]: _, ...others } = read();
      write(entry ? { ...others, [key]: entry } : others);
    },
    clear() {
      memory = undefined;
      try {
        localStorage.removeItem(name);
      } catch {
        // There is nothing to forget.
      }
    },
  };
}
