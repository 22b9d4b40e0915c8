import "server-only";
import { hashKey } from "../auth/attempt-key.ts";
import { getAppEnv } from "../env.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import type { VideoReport } from "./types.ts";

/** Who reports: an account, or a visitor, by the address. */
export type Reporter = { accountId: string } | { address: string };

/** The name under which a reporter is counted. Account and address cannot be found from it. */
export function reporterKey(reporter: Reporter, secretKey: string): string {
  const who = "accountId" in reporter ? `account ${reporter.accountId}` : `address ${reporter.address}`;
  return hashKey(`video-report ${who}`, secretKey);
}

/** Counts a report; false where it does not count, as that of a lecture that is gone or of a reporter's 21st video today. */
export async function recordVideoReport(report: VideoReport, reporter: Reporter): Promise<boolean> {
  // No visitor's key may say who reports.
  const recorded = await serviceClient().rpc("report_video", {
    p_record_id: report.recordId,
    p_reporter: reporterKey(reporter, getAppEnv().secretKey),
    p_code: "code" in report ? report.code : 0,
    ...("played" in report && { p_duration: report.duration }),
  });
  return unwrap(recorded, "The report");
}
