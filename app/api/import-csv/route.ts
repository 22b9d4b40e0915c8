import { z } from "zod";
import { answer, asAdmin, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { storeUpload, uploadPath } from "@/lib/lecture-import/bucket.server";
import { createImportJob } from "@/lib/lecture-import/jobs.server";
import { finishImport } from "@/lib/lecture-import/worker.server";

/** A preset file is 1.5 MB at most; what is much larger goes by way of an upload. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const contentSchema = z.strictObject({
  csvContent: z.string(),
  fileName: z.string().min(1).max(255).default("import.csv"),
});

/**
 * `POST /api/import-csv` `{ csvContent }`: imports a file that is small enough to be waited for and answers
 * `{ rowsInserted, totalRows }` and the other counts, or 400, 401, 403, 413, or 422 with why it failed.
 */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asAdmin(async ({ client, user }) => {
    const parsed = await readBody(request, contentSchema, MAX_BODY_BYTES);
    if (!parsed.ok) return parsed.response;
    const { csvContent, fileName } = parsed.body;
    // By way of the bucket as well: whoever goes on after a crash finds the file there.
    const bytes = new TextEncoder().encode(csvContent);
    const filePath = uploadPath(fileName);
    const stored = await storeUpload(client, filePath, bytes);
    if (!stored.ok) return refuse(502, stored.message);
    const id = await createImportJob(client, { userId: user.id, filePath, fileName, fileSize: bytes.length });
    const job = await finishImport(id);
    if (job.status === "failed") return refuse(422, job.errorMessage ?? "");
    return answer({
      rowsInserted: job.insertedRows,
      totalRows: job.totalRows,
      rowsUpdated: job.updatedRows,
      rowsUnchanged: job.unchangedRows,
      rowsRejected: job.rejectedRows,
    });
  });
}
