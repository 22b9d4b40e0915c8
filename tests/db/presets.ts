import { fileURLToPath } from "node:url";
import { seedPresets } from "../../scripts/seed.ts";

const directory = fileURLToPath(new URL("../../public/data", import.meta.url));

/** Loads the preset files in the same way as the first start. */
export const loadPresets = (target: Parameters<typeof seedPresets>[0]) =>
  seedPresets(target, { directory, onProgress: () => {} });
