import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./tests/browser/find-browser.ts";
import { isLongForm } from "./tests/long-form.ts";

// As in vitest.config.ts: passwords are hashed at bcrypt's least cost.
process.env.LITE_AUTH_BCRYPT_COST = "4";

/** Each worker starts an installation of its own, a copy of one, on one build. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: isLongForm ? ["*.spec.ts", "*.long.ts"] : "*.spec.ts",
  globalSetup: ["tests/build.ts", "tests/preset-installation.ts"],
  outputDir: "test-results/browser",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Patience with a busy machine: no test here is about time.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: await findBrowser(),
      // Fewer processes: none that waits for a next page, as most contexts have none, and none for graphics.
      args: [...browserFlags, "--renderer-process-limit=1", "--in-process-gpu"],
    },
    screenshot: "only-on-failure",
    // By hand with `--trace on`: it costs each test time, and is thrown away where it passes.
    trace: "off",
  },
});
