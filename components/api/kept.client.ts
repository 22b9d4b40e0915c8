"use client";

/** Keeps a value across page loads, in this tab only; null removes it. Without browser storage nothing is kept. */
export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`lectern-${name}`, JSON.stringify(value));
  } catch {
    // The page works without the value.
  }
}

/** Removes all kept values whose names begin with `prefix`. */
export function forgetKept(prefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`lectern-${prefix}`)) sessionStorage.removeItem(key);
  } catch {
    // Storage is not available, so nothing is kept.
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
