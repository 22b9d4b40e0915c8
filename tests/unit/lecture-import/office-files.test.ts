import { describe, expect, it } from "vitest";
import { previewTable } from "../../../lib/csv/preview.ts";
import { countRows, openTable } from "../../../lib/csv/table.ts";
import { workbookToCsv } from "../../../lib/csv/workbook.ts";
import { lectureTable } from "../../../lib/lecture-import/columns.ts";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { lectureLinks } from "../../../lib/lecture-import/workbook-links.ts";
import { bytesOf } from "../csv/support.ts";
import { officeFiles } from "./office-files.ts";
import { memoryCatalogue } from "./support.ts";

/** A workbook converted to CSV; any other file unchanged. */
async function csvOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x50) return bytes;
  const converted = await workbookToCsv(new Blob([bytes]), { links: lectureLinks() });
  if (!converted.ok) throw new Error(converted.message);
  return new Uint8Array(await converted.csv.arrayBuffer());
}

describe("a file as an office has it is read as it is meant:", () => {
  it.each(Object.entries(officeFiles))(
    "%s",
    async (_, { bytes, format, lectures, faults = [], ignored = [] }) => {
      const file = await csvOf(bytes);
      for (const size of [97, 1 << 20]) {
        const catalogue = memoryCatalogue();
        const imported = await importLectures(bytesOf(file, size), catalogue);
        const stored = [...catalogue.lectures.values()].map((content) => {
          const { course_name, lecture_number, lecture_name, youtube, view_rate, views } =
            JSON.parse(content);
          return [course_name, lecture_number, lecture_name, youtube, view_rate, views];
        });
        expect(stored).toEqual(lectures);
        const rejections = catalogue.batches.flatMap((batch) => batch.rejections);
        expect(
          rejections.flatMap(({ rowNumber, faults }) =>
            faults.map(({ column, value, reason }) => [rowNumber, column, value, reason]),
          ),
        ).toEqual(faults);
        expect(imported).toMatchObject({ ok: true, rejected: rejections.length });
        expect(await countRows(bytesOf(file, size), lectureTable)).toEqual({
          ok: true,
          rows: imported.ok && imported.total,
          ignoredColumns: ignored,
        });
      }
      const preview = previewTable(file, lectureTable, { isWhole: true });
      const table = await openTable(bytesOf(file), lectureTable);
      if (!preview.ok || !table.ok) throw new Error(JSON.stringify([preview, table]));
      await table.rows.return(undefined);
      const { delimiter, encoding, headerRow } = table.format;
      expect(`${delimiter} ${encoding} ${headerRow}`).toBe(format);
      expect(preview).toMatchObject({ format: table.format, missing: [], fault: null });
      const positions = Object.fromEntries(
        preview.columns.flatMap(({ field }, index) => (field ? [[field, index]] : [])),
      );
      expect(positions).toEqual(table.header.positions);
    },
  );

  it("there are enough of them", () => expect(Object.keys(officeFiles).length).toBeGreaterThanOrEqual(40));
});
