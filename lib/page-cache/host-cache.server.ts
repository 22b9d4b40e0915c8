import "server-only";
import { revalidateTag, unstable_cache } from "next/cache";
import { getAppEnv } from "../env.ts";
import { noteOwnChange, readVersions } from "./changes.ts";

/**
 * Has a host that keeps pages in a cache of its own (LECTERN_PAGE_CACHE=host) make those anew that have changed. Such a
 * cache does not ask by itself, so the requests that work on imports tell it, and the host's timer. What it was told last it keeps
 * itself: all its functions know of it, and none tells it twice.
 * @throws where the database does not say what has changed
 */
export async function tellHostCache(): Promise<void> {
  if (getAppEnv().pageCache !== "host") return;
  const versions = await readVersions();
  let isTold = true;
  const note = async () => {
    isTold = false;
    return true;
  };
  // A new deployment has pages of its build, which are as old as that.
  const key = ["told", process.env.VERCEL_DEPLOYMENT_ID ?? "", JSON.stringify([...versions])];
  await unstable_cache(note, key)();
  if (!isTold) for (const tag of versions.keys()) revalidateTag(tag, { expire: 0 });
}

/** For a route that has just changed what pages show: this process serves nothing older, and the host's cache is told. */
export async function publishChange(): Promise<void> {
  noteOwnChange();
  await tellHostCache();
}
