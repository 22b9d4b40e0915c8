import { giveRole } from "@/lib/admin/people.server";
import { roleSchema } from "@/lib/admin/role-schema";
import { roleMessages } from "@/lib/admin/roles";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";

/**
 * `POST /api/roles` `{ account, role }`: gives the account with an e-mail, or an id, a role, which counts from its next
 * request on. 200 `{ isChanged }`; 400, 401, 403; 404 where there is no such account; 409 for the last administrator, and
 * where several accounts have the e-mail.
 */
export const POST = route({ role: "admin", body: roleSchema }, async ({ body, client }) => {
  const outcome = await giveRole(client, body.account, body.role);
  if (outcome === "changed" || outcome === "unchanged") return json({ isChanged: outcome === "changed" });
  return jsonError(outcome === "unknown" ? 404 : 409, roleMessages[outcome]);
});
