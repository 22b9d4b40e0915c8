import { answer, asUser } from "@/lib/auth/api-route.server";
import { listLearning } from "@/lib/progress/queries.server";

/** `GET /api/learning`: `{ courses }` of My Learning, the latest first, or 401. */
export async function GET(): Promise<Response> {
  return asUser(async ({ client }) => answer({ courses: await listLearning(client) }));
}
