import { vi } from "vitest";

// Before each file: files share a process and the packages that it has loaded. The modules of the project, what they keep
// in global variables, and what a test has put in place of the environment, of globals and of the clock are each file's own.
vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
for (const name of Object.keys(globalThis))
  if (name.startsWith("lectern")) Reflect.deleteProperty(globalThis, name);
