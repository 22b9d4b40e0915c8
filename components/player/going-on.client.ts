"use client";

const GOING_ON = "lectern:going-on";

/** Whether this device goes on to the next lecture by itself. */
export function readGoingOn(): boolean {
  try {
    return localStorage.getItem(GOING_ON) !== null;
  } catch {
    return false;
  }
}

export function keepGoingOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(GOING_ON, "1");
    else localStorage.removeItem(GOING_ON);
  } catch {
    // It holds for this page.
  }
}
