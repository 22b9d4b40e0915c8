import { after } from "next/server";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { jobParams } from "@/lib/lecture-import/job-params";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { addUndo } from "@/lib/lecture-import/report.server";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

/**
 * `POST /api/imports/{id}/undo`: 201 `{ id }` of the job that reverts an import or an earlier undo; 409 if that is
 * not possible, 401, 403, 404.
 */
export const POST = route({ role: "editor", params: jobParams }, async ({ client, params }) => {
  const id = await addUndo(client, params.id);
  if (!id) {
    const isKnown = (await getImportJob(client, params.id)) !== null;
    return isKnown ? jsonError(409, importMessages.noUndo) : jsonError(404, importMessages.noSuchImport);
  }
  after(wakeImportWorker);
  return json({ id }, 201);
});
