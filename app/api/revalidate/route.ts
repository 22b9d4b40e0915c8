import { route } from "@/lib/api/route.server";
import { revalidateCatalogue } from "@/lib/catalogue/revalidation.server";

/**
 * `POST /api/revalidate` with the installation's token as bearer: the catalogue changed outside
 * the app (the launcher's first import, a command). 204, or 401 with a JSON message.
 */
export const POST = route({ role: "installation" }, () => {
  revalidateCatalogue();
  return new Response(null, { status: 204 });
});
