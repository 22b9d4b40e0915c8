import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./tests/browser/find-browser.ts";

/** Expects a running Lectern with the preset catalogue at `BASE_URL`; `npm test` starts one. */
export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  reporter: [["line"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    baseURL: process.env.BASE_URL ?? "http://127.0.0.1:3000",
    browserName: "chromium",
    launchOptions: { executablePath: await findBrowser(), args: browserFlags },
    trace: "retain-on-failure",
  },
});
