import "server-only";
import { revalidateTag, unstable_cache } from "next/cache";
import { getAppEnv } from "../env.ts";
import { readVersions, recordOwnChange } from "./changes.ts";

/**
 * Revalidates all tags in the cache of a host that caches pages itself (LECTERN_PAGE_CACHE=host), if any version has
 * changed. Such a cache does not check by itself, so requests that work on imports and the host's timer call this.
 * The host's cache also stores the reported versions. All functions share it, so no change is reported twice.
 * @throws if the database does not answer what has changed
 */
export async function revalidateHostCache(): Promise<void> {
  if (getAppEnv().pageCache !== "host") return;
  const versions = await readVersions();
  let isTold = true;
  const note = async () => {
    isTold = false;
    return true;
  };
  // A new deployment starts with the pages of its build, which are as old as the build.
  const key = ["told", process.env.VERCEL_DEPLOYMENT_ID ?? "", JSON.stringify([...versions])];
  await unstable_cache(note, key)();
  if (!isTold) for (const tag of versions.keys()) revalidateTag(tag, { expire: 0 });
}

/** For routes that have just changed what pages show: this process checks anew, and the host's cache is told. */
export async function publishChange(): Promise<void> {
  recordOwnChange();
  await revalidateHostCache();
}
