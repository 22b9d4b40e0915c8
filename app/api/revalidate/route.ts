import { timingSafeEqual } from "node:crypto";
import { revalidateCatalogue } from "@/lib/catalogue/revalidation.server";
import { getAppEnv } from "@/lib/env";
import { revalidationToken } from "@/lib/revalidation-token";

/**
 * `POST /api/revalidate` with the installation's token as bearer: the catalogue changed outside
 * the app (the launcher's first import, a command). 204, or 401 with a JSON message.
 */
export function POST(request: Request): Response {
  const expected = Buffer.from(`Bearer ${revalidationToken(getAppEnv().secretKey)}`);
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return Response.json({ message: "Not allowed" }, { status: 401 });
  }
  revalidateCatalogue();
  return new Response(null, { status: 204 });
}
