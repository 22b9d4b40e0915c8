import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Switches for a browser without a sandbox, a screen or a network: it runs in containers and
 * as root, makes no DNS lookups, and connects to this machine only.
 */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

const installed = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function runs(executablePath: string): boolean {
  if (!existsSync(executablePath)) return false;
  try {
    execFileSync(executablePath, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a browser to test with: `$CHROMIUM_PATH`, an installed Chrome or Chromium, Playwright's
 * own, or on Linux the one inside a package.
 * @throws if no browser is found; the message says how to install one
 */
export async function findBrowser(): Promise<string> {
  const found = installed.find((path): path is string => Boolean(path) && runs(path as string));
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  if (runs(chromium.executablePath())) return chromium.executablePath();
  if (process.platform === "linux") {
    const packaged = await unpackBrowser();
    if (runs(packaged)) return packaged;
  }
  throw new Error("No browser found. Install Chrome or Chromium, or set CHROMIUM_PATH to one.");
}

async function unpackBrowser(): Promise<string> {
  // The package contains the libraries that its browser needs, but it unpacks them and adds them
  // to LD_LIBRARY_PATH only if it detects a cloud function environment.
  const { AWS_EXECUTION_ENV, AWS_LAMBDA_JS_RUNTIME } = process.env;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs24.x";
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs24.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    return await chromium.executablePath();
  } finally {
    for (const [name, value] of Object.entries({ AWS_EXECUTION_ENV, AWS_LAMBDA_JS_RUNTIME })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
