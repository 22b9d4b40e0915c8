import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { getAccount } from "@/lib/auth/identity.server";
import { readClientAddress } from "@/lib/client-address";
import { sessionClient } from "@/lib/supabase/session.server";
import { recordVideoReport } from "@/lib/video-health/reports.server";

const recordId = z.int().positive();
const reportSchema = z.union([
  z.strictObject({ recordId, code: z.literal([2, 100, 101, 150]) }),
  z.strictObject({ recordId, played: z.literal(true), duration: z.number().positive().lt(360_000) }),
]);

/**
 * `POST /api/video-reports` `{ recordId, code }` or `{ recordId, played: true, duration }`, also from visitors: what
 * a player reports about a lecture's video. `{ isCounted }`, which is false for a lecture without a video and for a
 * reporter who has reported on 20 videos today; or 400, 403.
 */
export const POST = route({ role: "visitor", body: reportSchema }, async ({ body, request }) => {
  const account = await getAccount(await sessionClient());
  const reporter = { accountId: account?.id, address: readClientAddress(request.headers) };
  return json({ isCounted: await recordVideoReport(body, reporter) });
});
