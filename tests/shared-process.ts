import { vi } from "vitest";

// Runs before each test file. Files share a process and its loaded packages, but each file gets fresh project
// modules, without the project's global state and without earlier files' stubs of the environment, globals or clock.
vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
for (const name of Object.keys(globalThis))
  if (name.startsWith("lectern")) Reflect.deleteProperty(globalThis, name);
