/** The state that a message of the player reports; fields that it does not report are undefined. */
export type PlayerMessage = {
  position?: number;
  duration?: number;
  /** −1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
  state?: number;
  rate?: number;
  videoId?: string;
  isLive?: boolean;
  /** 2 bad id, 5 player, 100 removed or private, 101 and 150 not embeddable, 153 no referrer. */
  error?: number;
};

export const ENDED = 0;
export const PLAYING = 1;

/**
 * Parses a message of the embedded player. The interface is undocumented: values of unexpected types are ignored.
 * @returns null if the data are not a message of the player
 */
export function parsePlayerMessage(data: unknown): PlayerMessage | null {
  const message = asRecord(parseJson(data));
  if (typeof message?.event !== "string") return null;
  const { event, info } = message;
  if (event === "onError") return { error: asNumber(info) };
  if (event === "onStateChange") return { state: asNumber(info) };
  if (event !== "initialDelivery" && event !== "infoDelivery") return {};
  const told = asRecord(info) ?? {};
  const video = asRecord(told.videoData);
  return {
    position: asNumber(told.currentTime),
    duration: asNumber(told.duration) || undefined,
    state: asNumber(told.playerState),
    rate: asNumber(told.playbackRate),
    videoId: typeof video?.video_id === "string" ? video.video_id : undefined,
    isLive: video?.isLive === true || undefined,
  };
}

/** The message to send repeatedly until the player answers: it ignores messages until it is ready. */
export const LISTENING = JSON.stringify({ event: "listening", id: "lectern", channel: "widget" });

/** A command for the player; `func` and `args` are those of YouTube's own player script. */
export function playerCommand(func: string, ...args: unknown[]): string {
  return JSON.stringify({ event: "command", func, args, id: "lectern", channel: "widget" });
}

const asRecord = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
const asNumber = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

function parseJson(data: unknown): unknown {
  if (typeof data !== "string") return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
