import { after } from "next/server";
import { z } from "zod";
import { answer, asAdmin, refuse } from "@/lib/auth/api-route.server";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

/**
 * `GET /api/imports/{id}`: `{ job }`, or 401, 403, 404. Where functions end with their answer, each of these
 * calls is also what goes on with the work.
 */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/imports/[id]">,
): Promise<Response> {
  return asAdmin(async ({ client }) => {
    const { id } = await params;
    const job = z.uuid().safeParse(id).success ? await getImportJob(client, id) : null;
    if (!job) return refuse(404, importMessages.noSuchImport);
    if (job.status === "pending" || job.status === "processing") after(wakeImportWorker);
    return answer({ job });
  });
}
