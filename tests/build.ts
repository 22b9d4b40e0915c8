import { build, isBuildCurrent } from "../scripts/build.ts";
import { root } from "./run.ts";

/** Makes the build that every test of the running app shares, where there is none of these files yet. */
export default async function buildOnce(): Promise<void> {
  if (!(await isBuildCurrent(root))) await build(root, () => {});
}
