import { z } from "zod";
import { answer, asAdmin, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { authMessages } from "@/lib/auth/messages";
import { isUploadPath } from "@/lib/lecture-import/bucket.server";
import { createImportJob, listImportJobs } from "@/lib/lecture-import/jobs.server";

/** `GET /api/imports?page=1`: `{ jobs, total }`, the newest first, or 400, 401, 403. */
export async function GET(request: Request): Promise<Response> {
  return asAdmin(async ({ client }) => {
    const page = z.coerce.number().int().min(1).max(1_000_000);
    const parsed = page.safeParse(new URL(request.url).searchParams.get("page") ?? 1);
    if (!parsed.success) return refuse(400, authMessages.invalidRequest);
    return answer(await listImportJobs(client, { page: parsed.data }));
  });
}

const jobSchema = z.strictObject({
  filePath: z.string().refine(isUploadPath),
  fileName: z.string().min(1).max(255),
  fileSize: z.int().nonnegative(),
});

/** `POST /api/imports` `{ filePath, fileName, fileSize }` of an uploaded file: 201 `{ id }`, or 400, 401, 403. */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asAdmin(async ({ client, user }) => {
    const parsed = await readBody(request, jobSchema);
    if (!parsed.ok) return parsed.response;
    return answer({ id: await createImportJob(client, { userId: user.id, ...parsed.body }) }, 201);
  });
}
