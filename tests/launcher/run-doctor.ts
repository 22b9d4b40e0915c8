import { launch } from "../launch.ts";

/** Runs `npm run doctor` with the test's own settings; returns its exit code and what it printed. */
export async function runDoctor(settings: Record<string, string>) {
  const command = launch(settings, "scripts/doctor.ts");
  const code = await command.exited;
  return { code, lines: command.lines, output: command.lines.join("\n") };
}
