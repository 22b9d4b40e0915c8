import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { consoleUserOf } from "@/lib/auth/admin.server";

/**
 * `POST /api/verify-admin` with `Authorization: Bearer {access token}`: `{ isAdmin }`, which is false without a valid
 * token and whenever the check fails.
 */
export const POST = route({ role: "bearer" }, async ({ token }) =>
  json({ isAdmin: (await consoleUserOf(token, { needed: "admin" }).catch(() => null)) !== null }),
);
