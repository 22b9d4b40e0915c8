import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { listUnknownSettings, parseSettings, type Settings } from "../lib/env.ts";

/** The root of the project. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/**
 * The settings of this installation: environment variables first, then the `.env` file of the project. Names in the file
 * that are no settings are printed.
 * @throws {SettingsError} that names the variable that is wrong
 */
export function loadSettings(): Settings {
  const file = path.join(ROOT, ".env");
  if (existsSync(file)) {
    process.loadEnvFile(file);
    const unknown = listUnknownSettings(Object.keys(parseEnv(readFileSync(file, "utf8"))));
    if (unknown.length > 0)
      console.error(`${file} sets ${unknown.join(" and ")}, which Lectern does not know: see .env.example.`);
  }
  const settings = parseSettings(process.env);
  return { ...settings, dataDir: path.resolve(ROOT, settings.dataDir) };
}
