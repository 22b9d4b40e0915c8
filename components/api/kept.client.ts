"use client";

/** Keeps a value across page loads, in this tab only; null removes it. Without browser storage nothing is kept. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(`lectern-${name}`);
    else sessionStorage.setItem(`lectern-${name}`, JSON.stringify(value));
  } catch {
    // The page works without the value.
  }
}

/** The names of all kept values that begin with `prefix`. */
export function listKept(prefix: string): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(`lectern-${prefix}`))
      .map((key) => key.slice("lectern-".length));
  } catch {
    return [];
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
