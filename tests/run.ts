import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command of the project with its output shown; resolves with its exit code. */
export async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  console.log(`\n> ${command} ${args.join(" ")}`);
  const child = spawn(process.execPath, [commandFile(command), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  const [code] = await once(child, "exit");
  return code ?? 1;
}

/** The script of a command, run by this very Node: the machine's own may be an older one. */
function commandFile(command: string): string {
  const files: Record<string, string> = {
    next: "next/dist/bin/next",
    tsc: "typescript/bin/tsc",
    biome: "@biomejs/biome/bin/biome",
    vitest: "vitest/vitest.mjs",
    playwright: "@playwright/test/cli.js",
  };
  return `${root}node_modules/${files[command]}`;
}
