import { jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { MissingFileError } from "@/lib/lecture-import/bucket.server";
import { downloadAbout } from "@/lib/lecture-import/download-about";
import { jobParams } from "@/lib/lecture-import/job-params";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { rowsToMend } from "@/lib/lecture-import/rows-to-mend.server";

/**
 * `GET /api/imports/{id}/rows-to-mend`: the rejected rows as in the imported file, with their reasons, as a CSV file
 * that can be imported after corrections; 401, 403, 404, or 410 if the imported file has been deleted.
 */
export const GET = route({ role: "editor", params: jobParams }, async ({ client, params }) => {
  const job = await getImportJob(client, params.id);
  const rows = job && (await rowsToMend(client, params.id).catch(toGone));
  if (!rows) return jsonError(404, importMessages.noSuchImport);
  if (rows === "gone") return jsonError(410, importMessages.fileGone);
  return downloadAbout(job.fileName, "rows-to-mend", rows);
});

function toGone(error: unknown): "gone" {
  if (error instanceof MissingFileError) return "gone";
  throw error;
}
