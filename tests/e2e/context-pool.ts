import type { EventEmitter } from "node:events";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from "@playwright/test";
import { Outside, type Watched, watch } from "./outside.ts";

/** How many unused contexts are kept at most; each has a process of the browser. */
const MOST_FREE = 6;

/**
 * Browser contexts for one test after another, each with a page: in a new context the browser starts a process, and
 * loads and compiles every script, so that its first page load takes twice the time of a later one. A context is
 * closed instead if its test has failed, or has changed what cannot be restored.
 */
export class ContextPool {
  private readonly browser: Browser;
  private readonly free: PooledContext[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /**
   * A context with these options and an empty page, to be given back.
   * @param outside of the test, which watches the context's pages from now on
   * @param isNew whether it must be a new one: the others still have what their tests have cached
   */
  async take(options: BrowserContextOptions, outside: Outside, isNew = false): Promise<PooledContext> {
    const index = isNew ? -1 : this.free.findIndex((each) => keyOf(each.options) === keyOf(options));
    const [found] = index < 0 ? [] : this.free.splice(index, 1);
    if (!found) return PooledContext.create(this.browser, options, outside);
    found.watched.outside = outside;
    return found;
  }

  async giveBack(pooled: PooledContext, hasFailed = false): Promise<void> {
    // What happens while the page is left is not the test's.
    pooled.watched.outside = new Outside();
    if (hasFailed || !(await pooled.reset().catch(() => false))) return pooled.context.close();
    this.free.push(pooled);
    if (this.free.length > MOST_FREE) await this.free.shift()?.context.close();
  }
}

const keyOf = (options: BrowserContextOptions) => JSON.stringify(options);

type Method = (...args: unknown[]) => Promise<unknown>;

/** Calls `record` with what a method of an object resolves with, whenever it is called. */
function recordCalls<Result>(object: object, name: string, record: (result: Result) => void): void {
  const methods = object as Record<string, Method>;
  const method = methods[name]?.bind(object);
  if (!method) throw new Error(`Playwright has no method ${name} here.`);
  methods[name] = async (...args) => {
    const result = await method(...args);
    record(result as Result);
    return result;
  };
}

/** The listeners of an emitter, each with the name of its event. */
const listenersOf = (emitter: EventEmitter) =>
  emitter
    .eventNames()
    .flatMap((name) => emitter.listeners(name).map((listener) => [name, listener as () => void] as const));

/**
 * Takes a context's clock, if it has one, away from its next documents, as Playwright does when it uses a context again,
 * which has no public name (`BrowserContext.resetForReuse` of its 1.59).
 */
async function uninstallClock(context: BrowserContext): Promise<void> {
  type Server = { clock: { uninstall(progress: object): Promise<void> } };
  const { _connection: connection } = context as unknown as {
    _connection: { toImpl(context: BrowserContext): Server };
  };
  await connection.toImpl(context).clock.uninstall({ race: <Value>(work: Value) => work });
}

/** A context of the pool. It records what a test changes, to restore it. */
export class PooledContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watched: Watched;
  readonly options: BrowserContextOptions;
  private readonly viewport: ReturnType<Page["viewportSize"]>;
  private readonly newPage: BrowserContext["newPage"];
  private readonly newSession: BrowserContext["newCDPSession"];
  private readonly listeners: Map<EventEmitter, Set<unknown>>;
  private readonly undo: (() => Promise<unknown>)[] = [];
  private isChanged: boolean;

  static async create(browser: Browser, options: BrowserContextOptions, outside: Outside) {
    const context = await browser.newContext(options);
    const watched = await watch(context, outside);
    return new PooledContext(context, watched, await context.newPage(), options);
  }

  private constructor(context: BrowserContext, watched: Watched, page: Page, options: BrowserContextOptions) {
    this.watched = watched;
    this.options = options;
    this.isChanged = options.storageState !== undefined;
    this.context = context;
    this.page = page;
    this.viewport = page.viewportSize();
    this.newPage = context.newPage;
    this.newSession = context.newCDPSession.bind(context);
    // Playwright's classes are event emitters, but are not typed as such.
    const emitters = [context, page] as unknown as EventEmitter[];
    this.listeners = new Map(
      emitters.map((emitter) => [emitter, new Set(listenersOf(emitter).map(([, listener]) => listener))]),
    );
    for (const target of [context, page]) {
      for (const name of ["addInitScript", "exposeBinding", "exposeFunction"])
        recordCalls(target, name, (added: Disposable) => this.undo.push(() => added.dispose()));
    }
    recordCalls(context, "newCDPSession", (session: CDPSession) => this.undo.push(() => session.detach()));
    // Playwright cannot take these back.
    const lasting = [
      [context, ["setExtraHTTPHeaders", "setGeolocation", "setHTTPCredentials"]],
      [page, ["setExtraHTTPHeaders"]],
    ] as const;
    for (const [target, names] of lasting) {
      for (const name of names)
        recordCalls(target, name, () => {
          this.isChanged = true;
        });
    }
  }

  /** Makes it like new for the next test; resolves with whether that was possible. */
  async reset(): Promise<boolean> {
    const { context, page } = this;
    if (this.isChanged || page.isClosed()) return false;
    const session = await this.newSession(page);
    try {
      const { entries } = await session.send("Page.getNavigationHistory");
      const visited = [...entries.map(({ url }) => url), ...context.pages().map((each) => each.url())];
      const { origin } = new URL(page.url());
      // Only the site that the page shows can be told to forget its session storage.
      if (visited.some((url) => url !== "about:blank" && new URL(url).origin !== origin)) return false;
      // Before the page is left: the next document would have the clock as well.
      await uninstallClock(context);
      // First, because settings would be applied to a page at great cost that is about to be left.
      await this.forgetSite(origin, session);
      await this.restoreSettings();
    } finally {
      await session.detach();
    }
    return true;
  }

  private async restoreSettings(): Promise<void> {
    const { context, page, options, viewport } = this;
    for (const [emitter, own] of this.listeners) {
      for (const [name, listener] of listenersOf(emitter))
        if (!own.has(listener)) emitter.removeListener(name, listener);
    }
    context.newPage = this.newPage;
    await Promise.allSettled(this.undo.splice(0).map((undo) => undo()));
    for (const target of [context, page]) await target.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await context.clearPermissions();
    const { colorScheme = null, reducedMotion = null } = options;
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null });
    if (viewport) await page.setViewportSize(viewport);
  }

  private async forgetSite(origin: string, session: CDPSession): Promise<void> {
    const { context, page } = this;
    for (const other of context.pages()) if (other !== page) await other.close();
    if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
    await page.goto("about:blank");
    await page.mouse.move(-1, -1);
    if (origin !== "null") await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await session.send("Page.resetNavigationHistory");
    await context.clearCookies();
  }
}
