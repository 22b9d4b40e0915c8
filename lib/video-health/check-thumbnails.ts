import { setTimeout as delay } from "node:timers/promises";

/** What was found out of some videos; null where too much of what was asked lately had no good answer. */
export type Found = { missing: string[]; found: string[] } | null;

type Options = {
  /** Where thumbnails are. */
  base?: string;
  /** Between two questions. */
  pauseMs?: number;
  /** For one answer. */
  patienceMs?: number;
};

/** A fifth of so many answers may be bad: beyond that the trouble is not the videos'. */
const LAST_ANSWERS = 100;
const MOST_BAD = LAST_ANSWERS / 5;
/** How often a video is asked for again that the host has no time for, each time after twice as long. */
const ATTEMPTS = 6;

/**
 * Asks for the thumbnails of videos, one after the other, without fetching any. `lastAnswers`, whether each was good, goes on
 * from one call to the next.
 */
export async function checkThumbnails(
  videos: readonly string[],
  lastAnswers: boolean[],
  { base = "https://i.ytimg.com", pauseMs = 1_000, patienceMs = 10_000 }: Options = {},
): Promise<Found> {
  const missing: string[] = [];
  const found: string[] = [];
  for (const video of videos) {
    const status = await askPatiently(`${base}/vi/${video}/mqdefault.jpg`, { pauseMs, patienceMs });
    if (status === 404) missing.push(video);
    if (status === 200) found.push(video);
    lastAnswers.push(status === 200);
    if (lastAnswers.length > LAST_ANSWERS) lastAnswers.shift();
    if (lastAnswers.filter((isGood) => !isGood).length >= MOST_BAD) return null;
  }
  return { missing, found };
}

/** The status of an answer, after a pause; null without one. */
async function askPatiently(url: string, { pauseMs, patienceMs }: Required<Omit<Options, "base">>) {
  let wait = pauseMs;
  for (let attempt = 1; ; attempt++) {
    await delay(wait, undefined, { ref: false });
    const status = await ask(url, patienceMs);
    const isBusy = status === 429 || (status !== null && status >= 500);
    if (!isBusy || attempt === ATTEMPTS) return status;
    wait *= 2;
  }
}

async function ask(url: string, patienceMs: number): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { status } = await fetch(url, { method: "HEAD", redirect: "manual", cache: "no-store", signal });
    return status;
  } catch {
    return null;
  }
}
