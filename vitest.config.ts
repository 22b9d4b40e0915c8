import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { leftOut } from "./tests/db/left-out.ts";
import { isLongForm } from "./tests/long-form.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
/** `npm run test:supabase`: the data tests run on a Supabase that is not the tests' own. */
const isExternal = process.env.TEST_SUPABASE === "external";

// Passwords are hashed at bcrypt's least cost: no test is about how long it takes to try them out.
process.env.LITE_AUTH_BCRYPT_COST = "4";

/**
 * A part of the tests: the files of `tests/{name}`, with options of its own. `*.long.ts` takes minutes and runs with
 * `npm run test:faults` alone.
 */
const part = (name: string, options: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`, ...(isLongForm ? [`tests/${name}/**/*.long.ts`] : [])],
    ...options,
  },
});
/** Starting a process and loading packages takes longer than most files do. */
const sharedProcess = { isolate: false, setupFiles: "tests/shared-process.ts" };
const withPresets = { globalSetup: ["tests/build.ts", "tests/preset-installation.ts"] };

export default defineConfig({
  resolve: {
    alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/server-only-stub.ts` },
  },
  test: {
    // One file at a time, whatever the machine: parts of the tests run side by side, and the browser's, which take
    // longest, would get less of it. The long forms measure, each alone.
    maxWorkers: 1,
    // Long enough for a busy machine: no test is about time.
    testTimeout: isLongForm ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      part("unit", sharedProcess),
      part("db", {
        ...sharedProcess,
        globalSetup: "tests/db/start-backends.ts",
        exclude: [...configDefaults.exclude, ...(isExternal ? Object.keys(leftOut) : [])],
      }),
      part("embedded", { globalSetup: "tests/embedded/install-once.ts" }),
      part("launcher", withPresets),
      part("proxy", withPresets),
      part("bench", withPresets),
      part("faults", withPresets),
    ],
  },
});
