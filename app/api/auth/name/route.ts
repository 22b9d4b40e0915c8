import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { setDisplayName } from "@/lib/auth/own-account.server";
import { displayNameSchema } from "@/lib/auth/schemas";

/**
 * `POST /api/auth/name` `{ displayName }`: the signed-in user's display name, empty for none; 200 with the
 * `displayName` that is kept, or 400, 401.
 */
export const POST = route({ role: "user", body: displayNameSchema }, async ({ body, client }) =>
  json({ displayName: await setDisplayName(client, body.displayName) }),
);
