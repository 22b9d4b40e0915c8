import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { readOwnAccount } from "@/lib/auth/own-account.server";

/** `GET /api/auth/account`: the signed-in user's own account (`OwnAccount`), or 401. */
export const GET = route({ role: "user" }, async ({ client, user }) =>
  json(await readOwnAccount(client, user)),
);
