"use client";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * For `lazy`: a script that a part of the page needs, asked for again until it comes. Were it to fail, the part's
 * error would take the whole page. Until it comes, what `Suspense` shows stands in its place.
 */
export async function loadUntilItComes<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      await waitForNetwork(pause);
    }
  }
}

/** Until the browser is online again, or for so long: it may never have noticed. */
function waitForNetwork(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(goOn, milliseconds);
    addEventListener("online", goOn);
    function goOn() {
      clearTimeout(timer);
      removeEventListener("online", goOn);
      resolve();
    }
  });
}
