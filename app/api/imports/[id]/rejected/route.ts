import { z } from "zod";
import { asAdmin, refuse } from "@/lib/auth/api-route.server";
import { getImportJob, rejectionsCsv } from "@/lib/lecture-import/jobs.server";
import { importMessages } from "@/lib/lecture-import/messages";

/** `GET /api/imports/{id}/rejected`: the rejected rows of an import as a CSV file, or 401, 403, 404. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/imports/[id]/rejected">,
): Promise<Response> {
  return asAdmin(async ({ client }) => {
    const { id } = await params;
    const job = z.uuid().safeParse(id).success ? await getImportJob(client, id) : null;
    if (!job) return refuse(404, importMessages.noSuchImport);
    const name = job.fileName.replace(/\.csv$/i, "").replace(/[^\w.-]+/g, "-");
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-rejected-rows.csv"`,
      "Cache-Control": "private, no-store",
    };
    return new Response(rejectionsCsv(client, id), { headers });
  });
}
