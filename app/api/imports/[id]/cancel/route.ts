import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { jobParams } from "@/lib/lecture-import/job-params";
import { getImportJob } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { cancelImport } from "@/lib/lecture-import/report.server";

/** `POST /api/imports/{id}/cancel`: 200 `{}`, imported rows stay; 409 if the job has ended already, 401, 403, 404. */
export const POST = route({ role: "editor", params: jobParams }, async ({ client, params }) => {
  if (await cancelImport(client, params.id)) return json({});
  const isKnown = (await getImportJob(client, params.id)) !== null;
  return isKnown ? jsonError(409, importMessages.notCancelled) : jsonError(404, importMessages.noSuchImport);
});
