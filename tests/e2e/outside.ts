import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";
import { type PlayerOptions, standInDocument } from "../../scripts/stand-in-player/document.ts";

/** The answer of YouTube's thumbnail host: a picture, a failure, or its grey 120×90 picture for a missing size. */
export type PictureAnswer = "picture" | "failure" | "grey";

/** The interval of the reports of YouTube's player in a visible tab, in milliseconds. */
export const PLAYER_REPORT_MS = 250;

/** A single-colour GIF of that size: the data of one pixel on a larger canvas, which is cheap to render. */
function gif(width: number, height: number): Buffer {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const pixel = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b];
  return Buffer.from([...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 51, 102, 136, 0, 0, 0, ...pixel]);
}

/**
 * Answers requests to hosts outside this machine in their place, and records everything that must not
 * happen on a page: a request to an unknown host, a violation of the content security policy, an
 * uncaught error, or an error in the console. Like YouTube's, its pictures may be cached: a test of how they are
 * requested needs `hasNewContexts`.
 */
export class Outside {
  readonly problems: string[] = [];
  /** URLs requested outside this machine, in order. */
  readonly requests: string[] = [];
  /** How pictures are answered; `size` is `hqdefault` and so on. */
  picture: (id: string, size: string) => PictureAnswer | Promise<PictureAnswer> = () => "picture";
  /**
   * The behaviour of the stand-in for YouTube's player. It reports as rarely as in a hidden tab, so that tests that play
   * for minutes finish sooner; in a visible tab YouTube's reports every `PLAYER_REPORT_MS`.
   */
  readonly player: PlayerOptions = { duration: 600, reportMs: 1000, isSilent: false };
  private unanswered = 0;
  private readonly expected: RegExp[] = [];

  /** Allows problems that match one of these patterns. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns);
  }

  /** The sizes of a video's picture that were requested, in order. */
  picturesOf(id: string): string[] {
    return this.requests.flatMap((url) => url.match(`/vi/${id}/(\\w+)\\.jpg`)?.[1] ?? []);
  }

  /**
   * Waits until the page's pictures are hydrated and every request has its response.
   * (Playwright's "networkidle" sometimes never occurs on a page with a frame.)
   */
  async settle(page: Page): Promise<void> {
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main img")].every((image) =>
        Object.keys(image).some((key) => key.startsWith("__reactProps")),
      ),
    );
    await expect.poll(() => this.unanswered).toBe(0);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  report(problem: string): void {
    if (!this.expected.some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  /** Answers a request that was paused by `Fetch` of CDP. */
  async fulfil(session: CDPSession, { requestId, request }: PausedRequest): Promise<void> {
    this.unanswered += 1;
    const answer = await this.answer(new URL(request.url));
    const sent = answer
      ? session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: answer.status,
          responseHeaders: [
            { name: "Content-Type", value: answer.type },
            { name: "Cache-Control", value: answer.isCacheable ? "public, max-age=7200" : "no-store" },
          ],
          body: Buffer.from(answer.body).toString("base64"),
        })
      : session.send("Fetch.failRequest", { requestId, errorReason: "Failed" });
    await sent.catch(ignoreClosedPage);
    this.unanswered -= 1;
  }

  /** The response of a host outside this machine; null if it does not answer. */
  private async answer({ href, hostname, pathname }: URL) {
    this.requests.push(href);
    const [, id, size] = /^\/vi\/([\w-]{11})\/(\w+)\.jpg$/.exec(pathname) ?? [];
    if (hostname === "i.ytimg.com" && id && size) {
      const answer = await this.picture(id, size);
      if (answer === "failure") return null;
      const [body, status] = answer === "grey" ? [gif(120, 90), 404] : [gif(480, 360), 200];
      return { status, type: "image/gif", body, isCacheable: answer === "picture" };
    }
    if (hostname === "www.youtube-nocookie.com")
      return { status: 200, type: "text/html", body: standInDocument(this.player), isCacheable: false };
    this.problems.push(`request to ${href}`);
    return null;
  }
}

/** A picture may still be loading when its page is closed. */
function ignoreClosedPage(): void {}

type PausedRequest = { requestId: string; request: { url: string } };

/** A context whose pages are watched for one test after another: `outside` is of the test that uses it. */
export type Watched = { outside: Outside };

/** Has an `Outside` answer the requests of a context's pages, and record what must not happen on them. */
export async function watch(context: BrowserContext, outside: Outside): Promise<Watched> {
  const watched = { outside };
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await answerRequests(page, watched);
    return page;
  };
  context.on("request", (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol === "http:" && !["127.0.0.1", "localhost"].includes(hostname))
      watched.outside.problems.push(`request to ${href}`);
  });
  context.on("weberror", (error) => watched.outside.report(`uncaught: ${error.error().stack}`));
  context.on("console", (message) => {
    if (message.type() === "error")
      watched.outside.report(`console: ${message.text()} (${message.location().url})`);
  });
  await context.exposeBinding("reportViolation", (_source, text: string) =>
    watched.outside.report(`policy violation: ${text}`),
  );
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${event.effectiveDirective} blocks ${event.blockedURI} on ${event.documentURI}`);
    });
  });
  return watched;
}

/** Uses CDP instead of Playwright's `route`, which would delay every request and disable the browser's cache. */
async function answerRequests(page: Page, watched: Watched): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", (paused) => watched.outside.fulfil(session, paused));
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "https://*" }] });
}
