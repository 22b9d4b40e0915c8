import { existsSync } from "node:fs";
import type { Settings } from "../lib/env.ts";
import { findRunningBackend } from "../supabase/embedded/running.ts";
import { request } from "./checks/ask.ts";
import { describeFinding, type Finding, fine, unknown, wrong } from "./checks/finding.ts";
import { checkDataDirectory } from "./checks/installation.ts";
import { checkWhole } from "./checks/supabase.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";
import { localAddress } from "./serve.ts";

// `npm run doctor`: checks a running installation and changes nothing. Prints a line for each check, with a remedy
// for each fault. Exits with 1 if anything is wrong.

const USAGE = "Usage: npm run doctor";

async function main(args: string[]): Promise<number> {
  if (args.length > 0) return fail(USAGE);
  const settings = loadSettings();
  const findings = await (settings.supabase
    ? checkHosted(settings, settings.supabase)
    : checkEmbedded(settings));
  for (const finding of findings) console.log(describeFinding(finding));
  const count = findings.filter(({ state }) => state === "wrong").length;
  console.log(
    count === 0 ? "Nothing is wrong." : `${count} ${count === 1 ? "thing is" : "things are"} wrong.`,
  );
  return count === 0 ? 0 : 1;
}

async function checkHosted(
  settings: Settings,
  backend: NonNullable<Settings["supabase"]>,
): Promise<Finding[]> {
  const { siteUrl, accessToken } = settings;
  const found = await checkWhole({ ...backend, siteUrl }, { accessToken });
  return [...found, await checkApp(settings, siteUrl)];
}

async function checkEmbedded(settings: Settings): Promise<Finding[]> {
  const { dataDir } = settings;
  const directory = await checkDataDirectory(dataDir);
  if (!existsSync(dataDir)) return directory;
  const running = await findRunningBackend(dataDir);
  if (!running) return [...directory, wrong(`Lectern does not run on ${dataDir}.`, "Start it: `npm start`.")];
  const { siteUrl = settings.siteUrl } = running;
  const found = await checkWhole({ ...running, siteUrl, dataDir });
  return [...directory, ...found, await checkApp(settings, siteUrl)];
}

/** Checks whether the app answers, at the address that visitors use or at the one where it listens. */
async function checkApp(settings: Settings, siteUrl: string): Promise<Finding> {
  for (const address of new Set([siteUrl, localAddress(settings)])) {
    const answer = await request(`${address}/robots.txt`);
    if (!("failure" in answer) && answer.status === 200) return fine(`The app answers at ${address}.`);
  }
  return unknown(`The app does not answer at ${siteUrl}.`, "Start it: `npm start`. SITE_URL is its address.");
}

await runCommand(main, USAGE);
