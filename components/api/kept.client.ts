"use client";

/** Keeps a value across page loads, in this tab only; null removes it. Without browser storage nothing is kept. */
export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`lectern-${name}`, JSON.stringify(value));
  } catch {
    // The page works without the value.
  }
}

/** The kept value; null if there is none. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`lectern-${name}`) ?? "null");
  } catch {
    return null;
  }
}
