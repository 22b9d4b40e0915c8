"use client";

const SPEED = "lectern:speed";

/** The speed that videos are played at on this device. */
export function readSpeed(): number {
  try {
    const speed = Number(localStorage.getItem(SPEED));
    return speed >= 0.25 && speed <= 4 ? speed : 1;
  } catch {
    return 1;
  }
}

export function keepSpeed(speed: number): void {
  try {
    localStorage.setItem(SPEED, String(speed));
  } catch {
    // It holds for this page.
  }
}
