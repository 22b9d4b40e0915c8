import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { isBackendReady } from "@/lib/supabase/readiness.server";

/**
 * `GET /api/ready`: 200 while visitors can be sent here; 503 if the backend does not answer. The server in front of
 * the app also answers 503 from the moment it is asked to stop.
 */
export const GET = route({ role: "visitor" }, async () =>
  (await isBackendReady())
    ? json({ status: "ready" })
    : jsonError(503, "The backend does not answer.", { "Retry-After": "5" }),
);
