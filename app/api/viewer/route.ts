import { answer, asUser } from "@/lib/auth/api-route.server";
import { getViewer } from "@/lib/auth/viewer.server";

/** `GET /api/viewer`: who is signed in, or 401. */
export async function GET(): Promise<Response> {
  return asUser(async ({ client, user }) => answer(await getViewer(client, user)));
}
