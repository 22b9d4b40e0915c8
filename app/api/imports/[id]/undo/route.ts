import { after } from "next/server";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { jobParams } from "@/lib/lecture-import/job-params";
import { importMessages } from "@/lib/lecture-import/messages";
import { refuseJob } from "@/lib/lecture-import/refuse-job.server";
import { addUndo } from "@/lib/lecture-import/report.server";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

/**
 * `POST /api/imports/{id}/undo`: 201 `{ id }` of the job that reverts an import or an earlier undo; 409 if that is
 * not possible, 401, 403, 404.
 */
export const POST = route({ role: "editor", params: jobParams }, async ({ client, params }) => {
  const id = await addUndo(client, params.id);
  if (!id) return refuseJob(client, params.id, importMessages.noUndo);
  after(wakeImportWorker);
  return json({ id }, 201);
});
