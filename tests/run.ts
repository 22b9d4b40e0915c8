import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command of the project; resolves with its exit code.
 * @param write receives the output of the command as it arrives
 * @param settings environment variables besides those of this process
 */
export async function run(
  command: string,
  args: string[],
  write: (text: string) => void,
  settings: Record<string, string> = {},
): Promise<number> {
  write(`\n> ${command} ${args.join(" ")}\n`);
  const child = spawn(process.execPath, [commandFile(command), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      // Test processes share compiled modules, so that only the first process compiles them.
      NODE_COMPILE_CACHE: `${root}node_modules/.cache/tests`,
      ...process.env,
      ...settings,
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", write);
  const [code] = await once(child, "close");
  return code ?? 1;
}

/** The script of a command, to run with the current Node.js: the one on the machine's path may be older. */
function commandFile(command: string): string {
  const files: Record<string, string> = {
    tsc: "typescript/bin/tsc",
    biome: "@biomejs/biome/bin/biome",
    vitest: "vitest/vitest.mjs",
    playwright: "@playwright/test/cli.js",
  };
  return `${root}node_modules/${files[command]}`;
}
