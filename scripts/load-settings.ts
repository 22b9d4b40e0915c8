import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { listUnknownSettings, parseSettings, type Settings } from "../lib/env.ts";

/** The root of the project. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

// Variables of the tests, and those that Kubernetes sets for a service called lectern, such as LECTERN_PORT=tcp://….
const SET_BY_OTHERS = /^LECTERN_(FAULTS|SERVICE_|PORT_|PORT=tcp:)/;

/**
 * The settings of this installation: environment variables first, then the `.env` file of the project. Names in either
 * that are no settings are printed; in the environment, these are names that begin with LECTERN_.
 * @throws {SettingsError} that names the variable that is wrong
 */
export function loadSettings(): Settings {
  const ours = Object.entries(process.env).flatMap(([name, value]) =>
    /^LECTERN_/.test(name) && !SET_BY_OTHERS.test(`${name}=${value}`) ? [name] : [],
  );
  reportUnknown("The environment", ours);
  const file = path.join(ROOT, ".env");
  if (existsSync(file)) {
    process.loadEnvFile(file);
    reportUnknown(file, Object.keys(parseEnv(readFileSync(file, "utf8"))));
  }
  const settings = parseSettings(process.env);
  return { ...settings, dataDir: path.resolve(ROOT, settings.dataDir) };
}

function reportUnknown(place: string, names: string[]): void {
  const unknown = listUnknownSettings(names);
  if (unknown.length > 0)
    console.error(`${place} sets ${unknown.join(" and ")}, which Lectern does not know: see .env.example.`);
}
