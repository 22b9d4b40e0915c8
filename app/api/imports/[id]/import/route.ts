import { after } from "next/server";
import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { jobParams } from "@/lib/lecture-import/job-params";
import { createCheckedImport } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

const choiceSchema = z.strictObject({
  overwritesEdits: z.boolean().default(false),
  removesMissing: z.boolean().default(false),
});

/**
 * `POST /api/imports/{id}/import` `{ overwritesEdits?, removesMissing? }` of a check: 201 `{ id }` of the import of
 * its file; 409 if there is no such check or its file is imported already, 400, 401, 403. By default, cells edited by
 * hand and lectures missing in the file stay. Missing lectures are removed only if no row was rejected.
 */
export const POST = route(
  { role: "editor", params: jobParams, body: choiceSchema },
  async ({ client, params, body, user }) => {
    const id = await createCheckedImport(client, { userId: user.id, checkId: params.id, ...body });
    if (!id) return jsonError(409, importMessages.notChecked);
    after(wakeImportWorker);
    return json({ id }, 201);
  },
);
