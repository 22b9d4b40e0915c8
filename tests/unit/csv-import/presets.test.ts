import { createReadStream } from "node:fs";
import { expect, it } from "vitest";
import { importLectures } from "../../../lib/csv-import/import-lectures.ts";
import { memoryCatalogue } from "./support.ts";

const PRESETS = Array.from({ length: 13 }, (_, index) => `Master_-_Lectern-${index + 4}.csv`);

it("every row of the 13 preset files goes in", async () => {
  const catalogue = memoryCatalogue();
  const sum = { total: 0, inserted: 0, rejected: 0 };
  for (const name of PRESETS) {
    const source = createReadStream(new URL(`../../../public/data/${name}`, import.meta.url));
    const result = await importLectures(source, catalogue);
    if (!result.ok) throw new Error(`${name}: ${result.message}`);
    sum.total += result.total;
    sum.inserted += result.inserted;
    sum.rejected += result.rejected;
  }
  expect(catalogue.batches.flatMap((batch) => batch.rejections)).toEqual([]);
  expect(sum).toEqual({ total: 27_353, inserted: 27_353, rejected: 0 });
});
