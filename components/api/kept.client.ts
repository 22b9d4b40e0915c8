"use client";

/** Keeps a value over a load of the page, in this tab alone; null forgets it. A browser without storage keeps nothing. */
export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`lectern-${name}`, JSON.stringify(value));
  } catch {
    // The page goes on without it.
  }
}

/** What was kept; null where nothing was. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`lectern-${name}`) ?? "null");
  } catch {
    return null;
  }
}
