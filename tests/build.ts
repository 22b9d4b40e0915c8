import { build, isBuildCurrent } from "../scripts/build.ts";
import { root } from "./run.ts";

/** Makes the build that all tests of the running app share, unless the current files are already built. */
export default async function buildOnce(): Promise<void> {
  if (!(await isBuildCurrent(root))) await build(root, () => {});
}
