import { appendFile, cp, mkdir, rm, symlink } from "node:fs/promises";
import { BUILD_INPUTS, build } from "../../scripts/build.ts";
import { root } from "../run.ts";

/** The files to copy; `public` is large, so it is linked. */
const FILES = [...BUILD_INPUTS.filter((file) => file !== "public"), "package.json"];
/** Sources of each script that a task needs; changing them gives the scripts new file names. */
const CHANGED = [
  "components/ui/class-names.ts",
  "components/ui/toaster.client.tsx",
  "components/planner/add-task-dialog.client.tsx",
  "components/quiz/question-screen.client.tsx",
  "lib/auth/schemas.ts",
  "lib/planner/task-schema.ts",
];

/** Makes a changed build, as the next deployment would. Returns its directory. */
export async function makeNextBuild(): Promise<string> {
  const directory = `${root}test-results/next-build/`;
  await rm(directory, { recursive: true, force: true });
  await mkdir(`${directory}.next/cache`, { recursive: true });
  for (const file of FILES) await cp(root + file, directory + file, { recursive: true });
  for (const file of ["node_modules", "public"]) await symlink(root + file, directory + file);
  for (const file of CHANGED)
    await appendFile(directory + file, "\nObject.assign(globalThis, { build: 2 });\n");
  await cp(`${root}.next/cache/static`, `${directory}.next/cache/static`, { recursive: true });
  await build(directory, () => {});
  return directory;
}
