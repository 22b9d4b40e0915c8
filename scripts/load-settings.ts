import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseSettings, type Settings } from "../lib/env.ts";

/** The root of the project. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/**
 * The settings of this installation: environment variables first, then the `.env` file of the project.
 * @throws {SettingsError} that names the variable that is wrong
 */
export function loadSettings(): Settings {
  const file = path.join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  const settings = parseSettings(process.env);
  return { ...settings, dataDir: path.resolve(ROOT, settings.dataDir) };
}
