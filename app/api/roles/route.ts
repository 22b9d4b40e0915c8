import { giveRole } from "@/lib/admin/people.server";
import { roleSchema } from "@/lib/admin/role-schema";
import { roleMessages } from "@/lib/admin/roles";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";

/**
 * `POST /api/roles` `{ account, role }`: gives an account, named by its e-mail or id, a role, which applies from its
 * next request on. 200 `{ isChanged }`; 400, 401, 403; 404 if there is no such account; 409 for the last
 * administrator, and if several accounts have the e-mail.
 */
export const POST = route({ role: "admin", body: roleSchema }, async ({ body, client }) => {
  const outcome = await giveRole(client, body.account, body.role);
  if (outcome === "changed" || outcome === "unchanged") return json({ isChanged: outcome === "changed" });
  return jsonError(outcome === "unknown" ? 404 : 409, roleMessages[outcome]);
});
