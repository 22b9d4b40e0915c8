import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { leftOut } from "./tests/db/left-out.ts";
import { isLongForm } from "./tests/long-form.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
/** `npm run test:supabase`: the data tests run on a Supabase that the tests did not start. */
const isExternal = process.env.TEST_SUPABASE === "external";

// Passwords are hashed at bcrypt's lowest cost: no test depends on how hard they are to guess.
process.env.LITE_AUTH_BCRYPT_COST = "4";

/**
 * A part of the tests: the files of `tests/{name}`, with options of its own. Files named `*.long.ts` take minutes and
 * run only with `npm run test:faults`.
 */
const part = (name: string, options: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`, ...(isLongForm ? [`tests/${name}/**/*.long.ts`] : [])],
    ...options,
  },
});
const withPresets = { globalSetup: ["tests/build.ts", "tests/prepared-installations.ts"] };

export default defineConfig({
  resolve: {
    alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/server-only-stub.ts` },
  },
  test: {
    // One file at a time on every machine: parts of the tests run in parallel, and more files at once would slow down
    // the browser tests, which take longest. The long forms take measurements, so each runs alone.
    maxWorkers: 1,
    // Files share a process: starting one and loading packages takes longer than most files do.
    isolate: false,
    setupFiles: "tests/shared-process.ts",
    // Long enough for a busy machine: no test depends on these limits.
    testTimeout: isLongForm ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      part("unit"),
      part("db", {
        globalSetup: "tests/db/start-backends.ts",
        exclude: [...configDefaults.exclude, ...(isExternal ? Object.keys(leftOut) : [])],
      }),
      part("embedded", {
        globalSetup: "tests/embedded/install-once.ts",
        // The tests' own connections go through the driver that is changed for the backend.
        execArgv: ["--import", `${root}supabase/embedded/preload.ts`],
      }),
      part("launcher", withPresets),
      part("proxy", withPresets),
      part("faults", withPresets),
    ],
  },
});
