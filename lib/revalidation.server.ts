import "server-only";
import { revalidatePath, revalidateTag } from "next/cache";
import { CATALOGUE_TAG } from "./supabase/public.server.ts";

/**
 * Makes the very next request see the catalogue as it now is. The tag covers pages that read
 * something; a page that was rendered without a backend (at build) carries no tag, hence the path.
 */
export function revalidateCatalogue(): void {
  revalidateTag(CATALOGUE_TAG, { expire: 0 });
  revalidatePath("/", "layout");
}
