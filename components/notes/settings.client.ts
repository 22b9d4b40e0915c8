"use client";

/** What of the notes beside a player this device remembers. */
type Setting = "open" | "pause";

const nameOf = (setting: Setting) => `lectern:notes:${setting}`;

export function readSetting(setting: Setting): boolean {
  try {
    return localStorage.getItem(nameOf(setting)) !== null;
  } catch {
    return false;
  }
}

export function keepSetting(setting: Setting, isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(nameOf(setting), "1");
    else localStorage.removeItem(nameOf(setting));
  } catch {
    // It holds for this page.
  }
}
