import "server-only";
import { revalidatePath, revalidateTag } from "next/cache";
import { CATALOGUE_TAG } from "../supabase/public.server.ts";

/**
 * Makes the next request of every page render the current catalogue. The tag covers pages that read data; a
 * page rendered by a build without a backend has no tag, hence the path.
 */
export function revalidateCatalogue(): void {
  revalidateTag(CATALOGUE_TAG, { expire: 0 });
  revalidatePath("/", "layout");
}
