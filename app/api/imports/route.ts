import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { isUploadPath } from "@/lib/lecture-import/bucket.server";
import { FIELDS, OPTIONAL_FIELDS } from "@/lib/lecture-import/columns";
import { fileNameSchema } from "@/lib/lecture-import/file-name";
import { createImportJob, listImportJobs } from "@/lib/lecture-import/jobs.server";
import { rememberColumns } from "@/lib/lecture-import/remembered-columns.server";

const pageSchema = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) });

/** `GET /api/imports?page=1`: `{ jobs, total }`, the newest first, or 400, 401, 403. */
export const GET = route({ role: "viewer", query: pageSchema }, async ({ client, query }) => {
  const { jobs, total } = await listImportJobs(client, query);
  return json({ jobs, total });
});

const jobSchema = z
  .strictObject({
    filePath: z.string().refine(isUploadPath),
    fileName: fileNameSchema,
    fileSize: z.int().nonnegative(),
    mode: z.enum(["import", "check"]).optional(),
    fields: z
      .array(z.enum(["", ...FIELDS]).nullable())
      .max(1000)
      .nullish(),
    header: z.array(z.string().max(1000)).max(1000).optional(),
    emptied: z.array(z.enum(OPTIONAL_FIELDS)).max(OPTIONAL_FIELDS.length).optional(),
  })
  .refine(
    ({ mode, fields, emptied = [] }) =>
      emptied.length === 0 || (mode === "check" && !emptied.some((field) => fields?.includes(field))),
  );

/** Enough for the names of many columns. */
const maxBytes = 100_000;

/**
 * `POST /api/imports` `{ filePath, fileName, fileSize, mode?, fields?, header?, emptied? }` of an uploaded file: 201
 * `{ id }`, or 400, 401, 403. `mode` is `import` or `check`. `fields` assigns a field to columns whose names do not
 * match one; it is remembered for files with the column names in `header`. `emptied`, only for a check, lists fields
 * without a column that lectures lose; it is not remembered.
 */
export const POST = route(
  { role: "editor", body: jobSchema, maxBytes },
  async ({ body: { header, ...job }, client, user }) => {
    if (header && job.fields) await rememberColumns(client, header, job.fields);
    return json({ id: await createImportJob(client, { userId: user.id, ...job }) }, 201);
  },
);
