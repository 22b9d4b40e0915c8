import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The fields of Lighthouse's result that are read. */
type Result = {
  lhr: {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null } | undefined>;
    audits: Record<string, { numericValue?: number } | undefined>;
  };
};
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

/** Loads Lighthouse, and installs it at the first call, because it would be a fifth of all installed packages. */
export async function loadLighthouse(): Promise<Lighthouse> {
  const directory = fileURLToPath(new URL("lighthouse", import.meta.url));
  const entry = `${directory}/node_modules/lighthouse/core/index.js`;
  if (!existsSync(entry)) await promisify(execFile)("npm", ["ci"], { cwd: directory });
  return (await import(entry)).default;
}
