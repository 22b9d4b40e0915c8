import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { createUploadAddress, isUploadPath, signUpload } from "@/lib/lecture-import/bucket.server";
import { fileNameSchema } from "@/lib/lecture-import/file-name";
import { findFileFault } from "@/lib/lecture-import/files";

const fileSchema = z.strictObject({
  fileName: fileNameSchema,
  fileSize: z.int().nonnegative(),
  mode: z.enum(["import", "check"]).optional(),
  filePath: z.string().refine(isUploadPath).optional(),
});

/**
 * `POST /api/imports/upload-address` `{ fileName, fileSize, mode? }`: starts an upload; `{ url, filePath, headers }`
 * for sending the file by the TUS protocol, or 400 with what is wrong with the file, 401, 403. With the `filePath` of an
 * upload that has started, `{ headers }` with which it goes on, or 400 if it is complete.
 */
export const POST = route({ role: "editor", body: fileSchema }, async ({ body, client }) => {
  const fault = findFileFault({ name: body.fileName, size: body.fileSize }, body.mode);
  if (fault) return jsonError(400, fault);
  if (body.filePath) {
    const signed = await signUpload(client, body.filePath);
    return signed.ok ? json({ headers: signed.headers }) : jsonError(400, signed.message);
  }
  const created = await createUploadAddress(client, body);
  return created.ok ? json(created.address) : jsonError(400, created.message);
});
