import { expect, type Frame, type Page } from "@playwright/test";

export type PlayerOptions = {
  /** Of its video, in seconds. */
  duration: number;
  /** How often it reports; browsers slow a hidden tab down. */
  reportMs: number;
  isSilent: boolean;
};

/**
 * Stands for YouTube's player, the one thing that cannot run without a network: it exchanges the same messages. It is deaf
 * until it is ready, hears strings from the origin that its address names and nobody else, and plays by the clock of the
 * page, which a test may drive.
 */
function standIn(options: PlayerOptions): void {
  const address = new URL(location.href);
  const origin = address.searchParams.get("origin");
  const info = {
    currentTime: Number(address.searchParams.get("start") ?? 0),
    duration: options.duration,
    playerState: address.searchParams.get("autoplay") === "1" ? 1 : 5,
    playbackRate: 1,
    /** Whether the page has been heard. */
    isHeard: false,
    videoData: { video_id: address.pathname.split("/").at(-1), title: "Stand-in", isLive: false },
  };
  let id: string | undefined;
  let isReady = false;
  let lastAt = performance.now();
  const post = (event: string, told: unknown) => {
    if (id !== undefined && origin)
      parent.postMessage(JSON.stringify({ event, id, channel: "widget", info: told }), origin);
  };
  const setState = (state: number) => {
    info.playerState = state;
    post("infoDelivery", { playerState: state, currentTime: info.currentTime, duration: info.duration });
  };
  const play = () => {
    const now = performance.now();
    if (info.playerState === 1) {
      info.currentTime = Math.min(
        info.duration,
        info.currentTime + ((now - lastAt) / 1000) * info.playbackRate,
      );
      post("infoDelivery", { currentTime: info.currentTime });
      if (info.currentTime >= info.duration) setState(0);
    }
    lastAt = now;
  };
  const commands: Record<string, (...args: never[]) => void> = {
    seekTo: (seconds: number) => {
      info.currentTime = seconds;
      post("infoDelivery", { currentTime: seconds });
    },
    playVideo: () => setState(1),
    pauseVideo: () => setState(2),
    setPlaybackRate: (rate: number) => {
      info.playbackRate = rate;
      post("infoDelivery", { playbackRate: rate });
    },
  };
  addEventListener("message", ({ data, origin: sender }) => {
    if (!isReady || options.isSilent || sender !== origin || typeof data !== "string") return;
    const { event, func, args = [], id: given } = JSON.parse(data);
    if (event === "listening" && id === undefined) {
      id = given;
      info.isHeard = true;
      post("initialDelivery", info);
      post("onReady", null);
    }
    if (event === "command") commands[func]?.(...(args as never[]));
  });
  setTimeout(() => {
    isReady = true;
  }, 400);
  setInterval(play, options.reportMs);
  Object.assign(window, {
    standIn: {
      ...commands,
      info,
      setState,
      fail: (code: number) => {
        setState(-1);
        post("onError", code);
      },
    },
  });
}

/** The document of the player. */
export const standInDocument = (options: PlayerOptions) =>
  `<!doctype html><html lang="en"><title>Player</title><p>Player stub</p><script>(${standIn})(${JSON.stringify(options)})</script></html>`;

type Command = "seekTo" | "playVideo" | "pauseVideo" | "setPlaybackRate" | "fail" | "setState";

/** The player of a page, once it has taken the poster's place. */
export class StandInPlayer {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Starts a page's player, on a clock that the test drives; resolves once page and player hear each other. */
  static async start(page: Page): Promise<StandInPlayer> {
    await page.frameLocator("iframe").getByRole("link").click();
    const player = new StandInPlayer(page);
    await expect
      .poll(async () => {
        await page.clock.runFor(250);
        return (await player.info()).isHeard;
      })
      .toBe(true);
    return player;
  }

  private async frame(): Promise<Frame> {
    const find = () =>
      this.page.frames().find((one) => one.url().startsWith("https://www.youtube-nocookie.com/"));
    const isThere = () => find()?.evaluate(() => "standIn" in window);
    // A frame that is being replaced cannot be asked.
    await expect.poll(() => isThere()?.catch(() => false), "the page has a player").toBe(true);
    return find() as Frame;
  }

  /** What a visitor does in the player's own controls, or what happens to it. */
  async do(command: Command, value?: number): Promise<void> {
    const frame = await this.frame();
    await frame.evaluate(
      ([name, argument]) => {
        const { standIn } = window as unknown as { standIn: Record<string, (value?: number) => void> };
        standIn[name]?.(argument);
      },
      [command, value] as const,
    );
  }

  async info(): Promise<{
    currentTime: number;
    playbackRate: number;
    playerState: number;
    isHeard: boolean;
  }> {
    const frame = await this.frame();
    return frame.evaluate(() => (window as unknown as { standIn: { info: never } }).standIn.info);
  }
}
