import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "../run.ts";

/** Runs `npm run {name} -- …` while the app runs, on the same backend. */
export async function runCommand(name: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code: code as number, output };
}
