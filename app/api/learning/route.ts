import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { listLearning } from "@/lib/progress/queries.server";

/** `GET /api/learning`: `{ courses }` of My Learning, the latest first, or 401. */
export const GET = route({ role: "user" }, async ({ client }) =>
  json({ courses: await listLearning(client) }),
);
