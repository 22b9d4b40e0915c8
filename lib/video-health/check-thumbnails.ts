import { setTimeout as delay } from "node:timers/promises";

/** The videos without and with a thumbnail; null if too many of the latest requests did not succeed. */
type Found = { missing: string[]; found: string[] } | null;

type Options = {
  /** The origin that serves thumbnails. */
  base?: string;
  /** The pause between two requests, in milliseconds. */
  pauseMs?: number;
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number;
};

/** If a fifth of this many responses are bad, the cause is assumed to be the host or the network, not the videos. */
const LAST_ANSWERS = 100;
const MOST_BAD = LAST_ANSWERS / 5;
/** The most requests for one video while the host is overloaded; the pause doubles each time. */
const ATTEMPTS = 6;

/**
 * Requests the thumbnails of videos, one after the other, by HEAD. `lastAnswers` records whether each response was
 * good; the caller passes the same array to each call.
 */
export async function checkThumbnails(
  videos: readonly string[],
  lastAnswers: boolean[],
  { base = "https://i.ytimg.com", pauseMs = 1_000, timeoutMs = 10_000 }: Options = {},
): Promise<Found> {
  const missing: string[] = [];
  const found: string[] = [];
  for (const video of videos) {
    const status = await askUntilAnswered(`${base}/vi/${video}/mqdefault.jpg`, { pauseMs, timeoutMs });
    if (status === 404) missing.push(video);
    if (status === 200) found.push(video);
    lastAnswers.push(status === 200);
    if (lastAnswers.length > LAST_ANSWERS) lastAnswers.shift();
    if (lastAnswers.filter((isGood) => !isGood).length >= MOST_BAD) return null;
  }
  return { missing, found };
}

/** Requests a URL after a pause, and returns the status of the response; null if there was none. */
async function askUntilAnswered(url: string, { pauseMs, timeoutMs }: Required<Omit<Options, "base">>) {
  let wait = pauseMs;
  for (let attempt = 1; ; attempt++) {
    await delay(wait, undefined, { ref: false });
    const status = await ask(url, timeoutMs);
    const isBusy = status === 429 || (status !== null && status >= 500);
    if (!isBusy || attempt === ATTEMPTS) return status;
    wait *= 2;
  }
}

async function ask(url: string, timeoutMs: number): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status } = await fetch(url, { method: "HEAD", redirect: "manual", cache: "no-store", signal });
    return status;
  } catch {
    return null;
  }
}
