import { createReadStream } from "node:fs";
import { expect, it } from "vitest";
import { presets } from "../../../lib/lecture-import/files.ts";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { memoryCatalogue } from "./support.ts";

it("there are 13, from 4 to 16", () => {
  expect(presets).toHaveLength(13);
  expect(presets[0]).toEqual({
    label: "Import Master Lectern-4",
    fileName: "Master_-_Lectern-4.csv",
    path: "/data/Master_-_Lectern-4.csv",
  });
  expect(presets[12]?.label).toBe("Import Master Lectern-16");
  expect(new Set(presets.map(({ path }) => path)).size).toBe(13);
});

it("every row of the 13 preset files goes in", async () => {
  const catalogue = memoryCatalogue();
  const sum = { total: 0, inserted: 0, rejected: 0 };
  for (const { fileName, path } of presets) {
    const source = createReadStream(new URL(`../../../public${path}`, import.meta.url));
    const result = await importLectures(source, catalogue);
    if (!result.ok) throw new Error(`${fileName}: ${result.message}`);
    sum.total += result.total;
    sum.inserted += result.inserted;
    sum.rejected += result.rejected;
  }
  expect(catalogue.batches.flatMap((batch) => batch.rejections)).toEqual([]);
  expect(sum).toEqual({ total: 27_353, inserted: 27_353, rejected: 0 });
});
