import { expect, type Frame, type Page } from "@playwright/test";
import { pauseClock } from "./clock.ts";

type Command = "seekTo" | "playVideo" | "pauseVideo" | "setPlaybackRate" | "fail" | "setState";

/** The player of a page, once it has taken the poster's place. */
export class StandInPlayer {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Starts a page's player; resolves once page and player hear each other. The page's clock stands still from here on. */
  static async start(page: Page): Promise<StandInPlayer> {
    await pauseClock(page);
    await page.frameLocator("iframe").getByRole("link").click();
    return StandInPlayer.meet(page);
  }

  /** Resolves once page and player hear each other. */
  static async meet(page: Page): Promise<StandInPlayer> {
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
