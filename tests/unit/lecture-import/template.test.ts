import { expect, test } from "vitest";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { templateFile } from "../../../lib/lecture-import/template.ts";
import { bytesOf } from "../csv/support.ts";
import { HEADER_LINE, memoryCatalogue } from "./support.ts";

test("the template has every column, and its lectures are understood", async () => {
  const { writeBatch, batches } = memoryCatalogue();
  expect(templateFile().split("\r\n")[0]).toBe(`\uFEFF${HEADER_LINE}`);
  expect(await importLectures(bytesOf(templateFile()), { writeBatch })).toMatchObject({
    total: 2,
    inserted: 2,
    ignoredColumns: [],
  });
  const [first, second] = batches[0]?.lectures ?? [];
  expect(Object.values(first ?? {})).not.toContain(null);
  expect(second).toMatchObject({ youtube: "https://www.youtube.com/embed/vVspolIKPgc", views: null });
});
