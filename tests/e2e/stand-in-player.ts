import { expect, type Frame, type Page } from "@playwright/test";
import { pauseClock } from "./clock.ts";

type Command =
  | "seekTo"
  | "playVideo"
  | "pauseVideo"
  | "setPlaybackRate"
  | "setDuration"
  | "setState"
  | "fail";

/** The stand-in player of a page, after it has replaced the poster. */
export class StandInPlayer {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Starts a page's player; resolves once page and player are connected. The page's clock is paused from then on. */
  static async start(page: Page): Promise<StandInPlayer> {
    await pauseClock(page);
    await page.frameLocator("iframe").getByRole("link").click();
    return StandInPlayer.meet(page);
  }

  /** Resolves once page and player are connected. */
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
    // A frame that is being replaced cannot be evaluated.
    await expect.poll(() => isThere()?.catch(() => false), "the page has a player").toBe(true);
    return find() as Frame;
  }

  /** Does something that a visitor does in the player's controls, or that happens to the player. */
  async do(command: Command, value?: number): Promise<void> {
    await this.doAtOnce([[command, value]]);
  }

  /** Does several things in one task, so that the page receives all reports of them before it renders any. */
  async doAtOnce(commands: [Command, number?][]): Promise<void> {
    const frame = await this.frame();
    await frame.evaluate((all) => {
      const { standIn } = window as unknown as { standIn: Record<string, (value?: number) => void> };
      for (const [name, value] of all) standIn[name]?.(value);
    }, commands);
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
