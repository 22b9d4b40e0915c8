import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/server-only-stub.ts` },
  },
  test: {
    // Two files at a time at most, whatever the machine: two parts of the tests run side by side.
    maxWorkers: 2,
    // Patience with a busy machine, here and in the timeouts below: no test is about time.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["tests/db/**/*.test.ts"],
          globalSetup: "tests/db/start-backends.ts",
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: ["tests/embedded/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "launcher",
          include: ["tests/launcher/**/*.test.ts"],
          globalSetup: "tests/build.ts",
          // A first start loads the catalogue.
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "proxy",
          include: ["tests/proxy/**/*.test.ts"],
          globalSetup: "tests/build.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "bench",
          include: ["tests/bench/**/*.test.ts"],
          globalSetup: "tests/build.ts",
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: [`tests/faults/**/*.${process.env.LECTERN_FAULTS ?? "test"}.ts`],
          globalSetup: "tests/build.ts",
          // A killed worker's lease has to run out each time.
          testTimeout: process.env.LECTERN_FAULTS === "long" ? 1_800_000 : 300_000,
        },
      },
    ],
  },
});
