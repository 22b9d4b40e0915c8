"use client";

/** How watching is remembered; the settings apply to this browser. */
export type WatchingSettings = {
  /** Where a learner's place is kept: in the account, on this device, or nowhere. */
  memory: "account" | "device" | "none";
  /** Whether watching completes a lecture. */
  completes: boolean;
};

const NAME = "lectern:watching:settings:v1";
const usual: WatchingSettings = { memory: "account", completes: true };

export function readSettings(): WatchingSettings {
  try {
    const { memory, completes }: Partial<WatchingSettings> = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    const isKnown = memory === "device" || memory === "none";
    return { memory: isKnown ? memory : usual.memory, completes: completes !== false };
  } catch {
    return usual;
  }
}

/** Returns whether the settings could be stored. */
export function keepSettings(settings: WatchingSettings): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser's places are kept on the device: those of visitors, and of learners who have chosen so. */
export const isKeptOnDevice = (isSignedIn: boolean) => !isSignedIn || readSettings().memory === "device";
