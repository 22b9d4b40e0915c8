import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { apiMessages } from "@/lib/api/messages";
import { route } from "@/lib/api/route.server";
import { isUploadPath, storeUpload } from "@/lib/lecture-import/bucket.server";
import { findFileFault } from "@/lib/lecture-import/files";

const pathSchema = z.object({ path: z.string().refine(isUploadPath) });

/**
 * `PUT /api/imports/upload?path={filePath}` with a file as its body: 200 once it is stored, or 400, 401, 403.
 * The bytes pass through as they come in, to 100 MB.
 */
export const PUT = route({ role: "admin", query: pathSchema }, async ({ client, query, request }) => {
  if (!request.body) return jsonError(400, apiMessages.invalidRequest);
  const size = Number(request.headers.get("content-length") ?? 0);
  const fault = findFileFault({ name: query.path, size });
  if (fault) return jsonError(400, fault);
  const stored = await storeUpload(client, query.path, request.body);
  return stored.ok ? json({ filePath: query.path }) : jsonError(400, stored.message);
});
