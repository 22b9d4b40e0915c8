import path from "node:path";
import { LaunchError } from "./launch-error.ts";
import type { Backend } from "./serve.ts";
import { progressBar } from "./terminal.ts";

/**
 * Loads the preset lectures into a catalogue that has never had them, with a progress bar.
 * @throws {LaunchError} with what was in the way; the next start goes on from where this one was
 */
export async function loadPresets(root: string, backend: Backend): Promise<void> {
  const { seedPresets } = await import("./seed.ts");
  const bar = progressBar("Loading the preset lectures");
  const directory = path.join(root, "public", "data");
  const loaded = await seedPresets(backend, { directory, onProgress: bar.print }).catch((error) => {
    throw new LaunchError(
      `The preset lectures could not be loaded. ${error instanceof Error ? error.message : error}`,
    );
  });
  if (!loaded) return;
  const rejected = loaded.rejected > 0 ? `, ${loaded.rejected.toLocaleString("en")} rejected` : "";
  bar.finish(`${loaded.rows.toLocaleString("en")} rows${rejected}`);
}
