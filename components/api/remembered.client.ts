"use client";

/** A choice of the visitor that this device remembers until the visitor changes it. */
type Choice = "theatre" | "going-on" | "shortcuts-off" | "notes:open" | "notes:pause";

const nameOf = (choice: Choice) => `lectern:${choice}`;

/** Whether it was chosen on this device. A browser without storage remembers nothing. */
export function isRemembered(choice: Choice): boolean {
  try {
    return localStorage.getItem(nameOf(choice)) !== null;
  } catch {
    return false;
  }
}

/** Remembers or forgets a choice. */
export function remember(choice: Choice, isChosen: boolean): void {
  try {
    if (isChosen) localStorage.setItem(nameOf(choice), "1");
    else localStorage.removeItem(nameOf(choice));
  } catch {
    // The choice applies to this page only.
  }
}
