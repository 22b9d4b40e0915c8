import { after } from "next/server";
import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { createCheckedImport } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { wakeImportWorker } from "@/lib/lecture-import/worker.server";

const jobParams = z.object({ id: z.uuid(importMessages.noSuchImport) });

/** `POST /api/imports/{id}/import` of a check: 201 `{ id }` of the import of its file; 409 where there is none, 401, 403. */
export const POST = route({ role: "editor", params: jobParams }, async ({ client, params, user }) => {
  const id = await createCheckedImport(client, { userId: user.id, checkId: params.id });
  if (!id) return jsonError(409, importMessages.notChecked);
  after(wakeImportWorker);
  return json({ id }, 201);
});
