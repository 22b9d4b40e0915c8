import type { Command } from "./commands.ts";

// The process in which `startCommands` runs commands: each loads its script anew, but not the modules beneath it.

let count = 0;
process.on("message", async ({ script, args, settings }: Command) => {
  let output = "";
  for (const stream of [process.stdout, process.stderr])
    stream.write = (text: string | Uint8Array) => {
      output += text;
      return true;
    };
  process.argv = [process.execPath, script, ...args];
  Object.assign(process.env, settings);
  process.exitCode = 0;
  await import(`../scripts/${script}.ts?${++count}`);
  process.send?.({ code: process.exitCode, output: output.trim() });
});
