import { after } from "next/server";
import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { retryImport, wakeImportWorker } from "@/lib/lecture-import/worker.server";

const jobSchema = z.strictObject({ jobId: z.uuid() });

/**
 * `POST /api/process-csv-import` `{ jobId }`: 202 `{ job }` and starts the work, or 400, 401, 403, 404. A failed job
 * continues from where it stopped.
 */
export const POST = route({ role: "editor", body: jobSchema }, async ({ body: { jobId }, client, user }) => {
  const job = await getImportJob(client, jobId);
  if (!job) return jsonError(404, importMessages.noSuchImport);
  await retryImport(job, user.id);
  after(wakeImportWorker);
  return json({ job: await getImportJob(client, jobId) }, 202);
});
