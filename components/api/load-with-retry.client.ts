"use client";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * For `lazy`: loads the script of a part of the page, and retries until it succeeds. A rejected import would replace
 * the whole page by an error. Until the script is loaded, `Suspense` shows its fallback.
 */
export async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      await waitForNetwork(pause);
    }
  }
}

/** Waits for the browser's `online` event, or for this time: the browser may not have noticed that it was offline. */
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
