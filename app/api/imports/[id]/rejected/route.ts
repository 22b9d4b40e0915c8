import { jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { downloadAbout } from "@/lib/lecture-import/download-about";
import { jobParams } from "@/lib/lecture-import/job-params";
import { getImportJob, rejectionsCsv } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";

/** `GET /api/imports/{id}/rejected`: the rejected rows of an import as a CSV file, or 401, 403, 404. */
export const GET = route({ role: "viewer", params: jobParams }, async ({ client, params }) => {
  const job = await getImportJob(client, params.id);
  if (!job) return jsonError(404, importMessages.noSuchImport);
  return downloadAbout(job.fileName, "rejected-rows", rejectionsCsv(client, params.id));
});
