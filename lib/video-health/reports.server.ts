import "server-only";
import { hashKey } from "../auth/attempt-key.ts";
import { networkOf } from "../client-network.ts";
import { getAppEnv } from "../env.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import type { VideoReport } from "./types.ts";

/** The sender of a report: an account, or a visitor identified by address. */
type Reporter = { accountId: string | undefined; address: string };

/** The keys under which a reporter and its network are counted. The account or address cannot be derived from them. */
function reporterKeys({ accountId, address }: Reporter, secretKey: string) {
  const keyOf = (who: string) => hashKey(`video-report ${who}`, secretKey);
  const network = keyOf(`address ${networkOf(address)}`);
  return { reporter: accountId === undefined ? network : keyOf(`account ${accountId}`), network };
}

/** Records a report; false if the lecture has no video or the reporter has already reported 20 videos today. */
export async function recordVideoReport(report: VideoReport, reporter: Reporter): Promise<boolean> {
  // The service client, because a visitor's key must not be able to choose the reporter.
  const keys = reporterKeys(reporter, getAppEnv().secretKey);
  const recorded = await serviceClient().rpc("report_video", {
    p_record_id: report.recordId,
    p_reporter: keys.reporter,
    p_network: keys.network,
    p_code: "code" in report ? report.code : 0,
    ...("played" in report && { p_duration: report.duration }),
  });
  return unwrap(recorded, "The report");
}
