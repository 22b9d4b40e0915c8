import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { root } from "./run.ts";

/** A started product or command, which is running or has ended. */
export type Launch = {
  process: ChildProcess;
  /** What it has printed, line by line. */
  lines: string[];
  /** Resolves with the URL that the process printed; rejects if the process ends first. */
  ready: Promise<string>;
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Runs what `npm start` runs, or another script, with the test's own settings and none of the machine's. */
export function launch(settings: Record<string, string>, script = "scripts/start.ts"): Launch {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(LECTERN_|SUPABASE_|SMTP_|MAIL_|TRUSTED_PROXIES$|OTEL_|PORT$|HOST$|SITE_URL$|VITEST|NODE_ENV$)/.test(
        name,
      ),
  );
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(inherited), ...settings } as unknown as NodeJS.ProcessEnv,
  });
  const lines: string[] = [];
  const exited = once(child, "close").then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (/^https?:\/\/\S+$/.test(line)) resolve(line);
      });
    }
    exited.then((code) => reject(new Error(`The start ended with ${code}:\n${lines.join("\n")}`)));
  });
  // A caller that waits only for the exit does not handle this rejection.
  ready.catch(() => {});
  return {
    process: child,
    lines,
    ready,
    exited,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}
