import { answer, asAdmin, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { authMessages } from "@/lib/auth/messages";
import { isUploadPath, storeUpload } from "@/lib/lecture-import/bucket.server";
import { findFileFault } from "@/lib/lecture-import/files";

/**
 * `PUT /api/imports/upload?path={filePath}` with a file as its body: 200 once it is stored, or 400, 401, 403.
 * The bytes pass through as they come in; the bucket's own limit ends a body that is longer than it says.
 */
export async function PUT(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asAdmin(async ({ client }) => {
    const path = new URL(request.url).searchParams.get("path") ?? "";
    if (!isUploadPath(path) || !request.body) return refuse(400, authMessages.invalidRequest);
    const fault = findFileFault({ name: path, size: Number(request.headers.get("content-length") ?? 0) });
    if (fault) return refuse(400, fault);
    const stored = await storeUpload(client, path, request.body);
    return stored.ok ? answer({ filePath: path }) : refuse(400, stored.message);
  });
}
