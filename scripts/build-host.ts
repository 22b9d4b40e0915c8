import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { securityHeaders } from "../lib/security-headers.ts";
import { NEXT, runScript } from "./child.ts";
import { loadSettings, ROOT } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run build`: builds for a host that runs the app itself, without `npm start`. `--standalone` also collects
// everything that the app needs in .next/standalone; `--cloudflare` makes what Cloudflare runs, in .open-next.

const USAGE = "Usage: npm run build [-- --standalone | --cloudflare]";
const NO_BACKEND = `SUPABASE_URL, its two keys and SITE_URL are needed to build for a host: pages are made with the catalogue and the
address that visitors use, and such a host may show them for ever. \`npm start\` builds by itself and needs none of them.`;
const NO_OPEN_NEXT =
  "What builds for Cloudflare is not installed. Run `npm ci --prefix deploy/cloudflare` first.";

const CLOUDFLARE = path.join(ROOT, "deploy", "cloudflare");
const OPEN_NEXT = path.join(
  CLOUDFLARE,
  "node_modules",
  "@opennextjs",
  "cloudflare",
  "dist",
  "cli",
  "index.js",
);

async function main(args: string[]): Promise<number> {
  const [form = "", ...others] = args;
  if (!["", "--standalone", "--cloudflare"].includes(form) || others.length > 0) return fail(USAGE);
  const { supabase } = loadSettings();
  if (!supabase || !process.env.SITE_URL?.trim()) return fail(NO_BACKEND);
  if (form === "--cloudflare" && !existsSync(OPEN_NEXT)) return fail(NO_OPEN_NEXT);
  const env = { NODE_ENV: "production", LECTERN_OUTPUT: form && "standalone" };
  if (!(await run([NEXT, "build"], env))) return 1;
  if (form === "--standalone") await addFiles(path.join(ROOT, ".next", "standalone"));
  if (form === "--cloudflare") {
    const files = ["--openNextConfigPath", "open-next.config.ts", "--config", "wrangler.jsonc"];
    const options = files.map((file) => (file.startsWith("--") ? file : path.join(CLOUDFLARE, file)));
    if (!(await run([OPEN_NEXT, "build", "--skipNextBuild", ...options], env))) return 1;
    await addHeaders(path.join(ROOT, ".open-next", "assets"));
  }
  return 0;
}

/** Runs a script; resolves with whether its exit code was 0. */
async function run(command: string[], env: Record<string, string>): Promise<boolean> {
  return (await runScript(command, { cwd: ROOT, env, show: true }).exited) === 0;
}

/** Adds the static files, which Next leaves out of its standalone output because a CDN could serve them. */
async function addFiles(directory: string): Promise<void> {
  await cp(path.join(ROOT, ".next", "static"), path.join(directory, ".next", "static"), { recursive: true });
  await cp(path.join(ROOT, "public"), path.join(directory, "public"), { recursive: true });
}

/** Writes the headers with which Cloudflare serves static files, because it does so without running the app. */
async function addHeaders(directory: string): Promise<void> {
  const rules = {
    "/*": securityHeaders,
    "/_next/static/*": { "Cache-Control": "public, max-age=31536000, immutable" },
  };
  const lines = Object.entries(rules).flatMap(([path, headers]) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  await writeFile(path.join(directory, "_headers"), `${lines.join("\n")}\n`);
}

await runCommand(main, USAGE);
