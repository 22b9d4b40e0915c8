import { after } from "next/server";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { isOpen } from "@/lib/lecture-import/job";
import { jobParams } from "@/lib/lecture-import/job-params";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

/**
 * `GET /api/imports/{id}`: `{ job }`, or 401, 403, 404. On hosts whose functions end with their response, each of
 * these calls also continues the import.
 */
export const GET = route({ role: "viewer", params: jobParams }, async ({ client, params }) => {
  const job = await getImportJob(client, params.id);
  if (!job) return jsonError(404, importMessages.noSuchImport);
  if (isOpen(job)) after(wakeImportWorker);
  return json({ job });
});
