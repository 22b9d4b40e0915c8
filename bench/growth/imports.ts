import { generateLectures } from "../lectures.ts";
import type { Context, Row } from "../part.ts";
import { readVocabulary } from "../vocabulary.ts";
import { type Catalogues, labelOf, type SizedCatalogue, timeOf } from "./turns.ts";

/** Times the batches of an import into each of the catalogues. */
export async function timeImports(context: Context, catalogues: Catalogues): Promise<Row[]> {
  context.log("measuring imports");
  const times: number[] = [];
  for (const catalogue of catalogues) times.push(await timeImport(catalogue, context));
  context.log("taking the imports back");
  for (const { sql } of catalogues) await sql`vacuum`;
  const [before = Number.NaN, ...after] = times;
  return after.map((value, index) => ({
    name: `importing 1,000 lectures, mean${after.length > 1 ? `, ${labelOf(catalogues[index + 1]!.size)}` : ""}`,
    value,
    unit: "ms",
    compared: { name: `into ${catalogues[0].size.toLocaleString("en")}`, value: before },
    ratio: value / before,
  }));
}

/**
 * The mean time of one batch of an import; a mean, because work that one batch defers is done in a later one. The
 * import is rolled back.
 */
async function timeImport({ sql }: SizedCatalogue, { isShort }: Context): Promise<number> {
  const [size, count] = isShort ? [100, 2] : [1_000, 40];
  const options = { lectures: size * count, courses: (size * count) / 40, seed: 21 };
  const lectures = [...generateLectures(await readVocabulary(), options)];
  const undone = new Error("undone");
  let time = 0;
  await sql
    .begin(async (transaction) => {
      const worker = crypto.randomUUID();
      const [job] = await transaction`
        insert into import_jobs (file_path, status, lease_owner) values (${worker}, 'processing', ${worker}) returning id`;
      for (let position = 0; position < lectures.length; position += size) {
        const rows = JSON.stringify(lectures.slice(position, position + size));
        time += await timeOf(
          () =>
            transaction`select * from write_import_batch(${job?.id}, ${worker}, ${position}, ${rows}::text)`,
        );
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return time / count;
}
