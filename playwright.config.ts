import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./tests/browser/find-browser.ts";
import { isLongForm } from "./tests/long-form.ts";

// As in vitest.config.ts: passwords are hashed at bcrypt's lowest cost.
process.env.LITE_AUTH_BCRYPT_COST = "4";

// Workers load the tests as Node does, which strips types in place. Playwright would compile them, and map each frame of
// the 200 deepest of every call's stack back to its source, which is a fourth of a worker's work.
process.env.PW_DISABLE_TS_ESM = "1";
Reflect.deleteProperty(Error, "prepareStackTrace");

/** The part of `npm test` that these tests are. */
const part = isLongForm ? "long" : "browser";

/** Each worker starts its own copy of a prepared installation, all on one build. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: isLongForm ? ["*.spec.ts", "*.long.ts"] : "*.spec.ts",
  // A test has this tag if others of the short form use most of the code that it uses.
  grepInvert: isLongForm ? [] : /@long/,
  globalSetup: ["tests/build.ts", "tests/prepared-installations.ts"],
  outputDir: `test-results/${part}`,
  fullyParallel: true,
  // One more than cores, because the other parts end first and each worker waits at times.
  workers: 3,
  forbidOnly: true,
  // Long enough for a busy machine: no test here measures time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: `test-results/${part}.json` }]],
  use: {
    browserName: "chromium",
    // Each press would otherwise be followed by the frames of a transition. Tests of what moves allow motion
    // (tests/e2e/pages.ts).
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: await findBrowser(),
      // Fewer processes: no spare one for the next page, which most contexts do not have, none for graphics, none for
      // the network (an eighth less work of the browser), and none for a player's frame, as on phones with little
      // memory.
      args: [
        ...browserFlags,
        "--renderer-process-limit=1",
        "--in-process-gpu",
        "--disable-site-isolation-trials",
        // Compiled scripts stay, because contexts are used by one test after another (tests/e2e/context-pool.ts).
        // Pages live too briefly to gain from optimised code, and begin with room, so that less is collected: a sixth
        // less work of the browser.
        `--js-flags=${["--no-flush-bytecode", "--no-maglev", "--no-turbofan", "--min-semi-space-size=16"].join()}`,
        // Pictures are loaded once they are in view, as if the network were fast: a home page has fifty others. The switch
        // replaces Playwright's own, whose four settings of the pointer it repeats.
        `--blink-settings=${[
          "primaryHoverType=2",
          "availableHoverTypes=2",
          "primaryPointerType=4",
          "availablePointerTypes=4",
          "lazyLoadingImageMarginPx4G=0",
          "lazyLoadingImageMarginPxUnknown=0",
        ].join()}`,
        // A page that is loaded in place of another of the same site keeps its frame and compositor: a fifth less work a
        // page load. The switch replaces Playwright's own, whose two features it repeats.
        `--enable-features=${[
          "CDPScreenshotNewSurface",
          "SkipListAccountsWithoutGaiaCookies",
          "RenderDocument:level/crashed-frame",
          "NetworkServiceInProcess2",
        ].join()}`,
      ],
    },
    // Playwright would take a picture of every page that is closed, because the test might still fail. The fixtures
    // take one of each page of a test that has failed.
    screenshot: "off",
    // Enable it by hand with `--trace on`: it slows each test down, and is discarded if the test passes.
    trace: "off",
  },
});
