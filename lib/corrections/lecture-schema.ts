import { z } from "zod";
import "../zod-in-browsers.ts";
import { FIELDS, type Field, lectureTable } from "../lecture-import/columns.ts";

/** The cells of a lecture as they are typed: what an import refuses is refused here, in the same words. */
const texts = Object.fromEntries(FIELDS.map((field) => [field, typed(field)])) as Record<Field, z.ZodString>;

/** A lecture as a form has it, with the version that was opened. */
export const lectureFormSchema = z.strictObject({ version: z.string().max(40), ...texts });

function typed(field: Field) {
  return z
    .string()
    .max(20_000)
    .superRefine((text, context) => {
      const read = lectureTable.columns[field].cell.safeParse(text);
      if (!read.success) context.addIssue(read.error.issues[0]?.message ?? "");
    });
}
