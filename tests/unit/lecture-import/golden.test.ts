import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { memoryCatalogue } from "./support.ts";

const fixture = (name: string) => new URL(`../../fixtures/csv/${name}`, import.meta.url);

it("reads a messy file as written down beside it", async () => {
  const catalogue = memoryCatalogue();
  const result = await importLectures(
    createReadStream(fixture("messy.csv"), { highWaterMark: 10 }),
    catalogue,
  );
  const expected = JSON.parse(await readFile(fixture("messy.expected.json"), "utf8"));
  expect({
    result,
    lectures: catalogue.batches.flatMap((batch) => batch.lectures),
    rejections: catalogue.batches.flatMap((batch) => batch.rejections),
  }).toEqual(expected);
});
