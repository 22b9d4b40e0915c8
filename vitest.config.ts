import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { leftOut } from "./tests/db/left-out.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const isLong = process.env.LECTERN_FAULTS === "long";
/** `npm run test:supabase`: the data tests run on a Supabase that is not the tests' own. */
const isExternal = process.env.TEST_SUPABASE === "external";

/** A part of the tests: the files of `tests/{name}`, with options of its own. */
const part = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...options },
});
/** A part with tests that take minutes, which run instead of the others when they are asked for. */
const partWithLong = (name: string, options: object) =>
  part(name, {
    ...options,
    include: [`tests/${name}/**/*.${isLong ? "long" : "test"}.ts`],
    ...(isLong && { testTimeout: 1_800_000 }),
  });
const withBuild = { globalSetup: "tests/build.ts" };
const withPresets = { globalSetup: ["tests/build.ts", "tests/preset-installation.ts"] };

export default defineConfig({
  resolve: {
    alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/server-only-stub.ts` },
  },
  test: {
    // Two files at a time at most, whatever the machine: two parts of the tests run side by side.
    maxWorkers: 2,
    // Long enough for a busy machine: no test is about time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      part("unit"),
      partWithLong("db", {
        globalSetup: "tests/db/start-backends.ts",
        fileParallelism: false,
        exclude: [...configDefaults.exclude, ...(isExternal ? Object.keys(leftOut) : [])],
      }),
      part("embedded", { globalSetup: "tests/embedded/install-once.ts" }),
      part("launcher", withBuild),
      part("proxy", withBuild),
      part("bench", { ...withPresets, fileParallelism: false }),
      partWithLong("faults", withBuild),
    ],
  },
});
