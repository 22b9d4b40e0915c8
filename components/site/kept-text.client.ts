"use client";

const KEY = "lectern-typing";

/** Keeps what is being typed into a search field over a load of the page, which a new build makes necessary. */
export function keepText(field: HTMLInputElement): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ field: field.ariaLabel, text: field.value }));
  } catch {
    // A browser without storage: the page shows what was searched for.
  }
}

/** Takes the text that was kept for a field; null for any other. */
export function takeText(field: HTMLInputElement): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (kept.field !== field.ariaLabel) return null;
    sessionStorage.removeItem(KEY);
    return String(kept.text);
  } catch {
    return null;
  }
}
