import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { setDisplayName } from "@/lib/auth/own-account.server";
import { displayNameSchema } from "@/lib/auth/schemas";

/**
 * `POST /api/auth/name` `{ displayName }`: sets the signed-in user's display name, or removes it if empty; 200 with
 * the stored `displayName`, or 400, 401, 403.
 */
export const POST = route({ role: "user", body: displayNameSchema }, async ({ body, client }) =>
  json({ displayName: await setDisplayName(client, body.displayName) }),
);
