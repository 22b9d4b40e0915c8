import { z } from "zod";
import { answer, asAdmin, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { createUploadAddress } from "@/lib/lecture-import/bucket.server";
import { findFileFault } from "@/lib/lecture-import/files";

const fileSchema = z.strictObject({ fileName: z.string().min(1).max(255), fileSize: z.int().nonnegative() });

/**
 * `POST /api/imports/upload-address` `{ fileName, fileSize }`: `{ url, filePath, headers }` to PUT the file
 * to, or 400 with what is wrong with it, 401, 403.
 */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asAdmin(async ({ client }) => {
    const parsed = await readBody(request, fileSchema);
    if (!parsed.ok) return parsed.response;
    const { fileName, fileSize } = parsed.body;
    const fault = findFileFault({ name: fileName, size: fileSize });
    return fault ? refuse(400, fault) : answer(await createUploadAddress(client, fileName));
  });
}
