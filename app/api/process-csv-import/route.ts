import { after } from "next/server";
import { z } from "zod";
import { answer, asAdmin, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { retryImport, wakeImportWorker } from "@/lib/lecture-import/worker.server";

const jobSchema = z.strictObject({ jobId: z.uuid() });

/**
 * `POST /api/process-csv-import` `{ jobId }`: 202 `{ job }`, the work having begun, or 400, 401, 403, 404. A
 * job that failed goes on from where it stopped.
 */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asAdmin(async ({ client }) => {
    const parsed = await readBody(request, jobSchema);
    if (!parsed.ok) return parsed.response;
    const { jobId } = parsed.body;
    const found = await getImportJob(client, jobId);
    if (!found) return refuse(404, importMessages.noSuchImport);
    if (found.status === "failed") await retryImport(jobId);
    after(wakeImportWorker);
    return answer({ job: await getImportJob(client, jobId) }, 202);
  });
}
