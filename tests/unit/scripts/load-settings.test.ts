import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../run.ts";

const LOAD = `import { loadSettings } from "./scripts/load-settings.ts"; loadSettings();`;

/** What is printed when settings are loaded with these variables and no others of Lectern. */
function reportOf(env: Record<string, string>): string {
  const { PATH = "" } = process.env;
  const args = ["--input-type=module", "--eval", LOAD];
  const options = { cwd: root, env: { PATH, ...env } as unknown as NodeJS.ProcessEnv };
  return spawnSync(process.execPath, args, { ...options, encoding: "utf8" }).stderr;
}

test("names in the environment that begin like settings and are none are printed", () => {
  expect(reportOf({ LECTERN_DATADIR: "/srv", LECTERN_SEEDS: "none", LECTERN_SEED: "none" })).toContain(
    "The environment sets LECTERN_DATADIR and LECTERN_SEEDS, which Lectern does not know: see .env.example.",
  );
});

test("variables of other programs, of the tests and of Kubernetes are not printed", () => {
  const others = {
    SMTP_SERVER: "mail",
    SUPABASE_DB_URL: "postgres://db",
    LECTERN_FAULTS: "long",
    LECTERN_FAULTS_SEED: "1",
    LECTERN_SERVICE_HOST: "10.0.0.1",
    LECTERN_PORT: "tcp://10.0.0.1:3000",
    LECTERN_PORT_3000_TCP: "tcp://10.0.0.1:3000",
  };
  expect(reportOf(others)).not.toContain("The environment");
});
