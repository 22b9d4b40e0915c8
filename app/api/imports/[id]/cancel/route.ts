import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { jobParams } from "@/lib/lecture-import/job-params";
import { importMessages } from "@/lib/lecture-import/messages";
import { refuseJob } from "@/lib/lecture-import/refuse-job.server";
import { cancelImport } from "@/lib/lecture-import/report.server";

/** `POST /api/imports/{id}/cancel`: 200 `{}`, imported rows stay; 409 if the job has ended already, 401, 403, 404. */
export const POST = route({ role: "editor", params: jobParams }, async ({ client, params }) =>
  (await cancelImport(client, params.id))
    ? json({})
    : refuseJob(client, params.id, importMessages.notCancelled),
);
