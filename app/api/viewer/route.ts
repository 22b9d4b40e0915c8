import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { getViewer, SessionEndedError } from "@/lib/auth/identity.server";

/** `GET /api/viewer`: the signed-in user's data that the interface needs, or 401. */
export const GET = route({ role: "user" }, async ({ client, user }) => {
  const viewer = await getViewer(client, user);
  if (!viewer) throw new SessionEndedError();
  return json(viewer);
});
