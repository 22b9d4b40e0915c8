"use client";

const SPEED = "lectern:speed";

/** The speeds that can be chosen here. The player may have another one, chosen in its own menu. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The next faster speed, or with -1 the next slower one; the same speed if there is none. */
export function stepSpeed(speed: number, by: 1 | -1): number {
  const further = SPEEDS.filter((other) => (other - speed) * by > 0);
  return further.at(by === 1 ? 0 : -1) ?? speed;
}

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
    // The speed applies to this page only.
  }
}
