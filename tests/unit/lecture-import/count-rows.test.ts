import { createReadStream } from "node:fs";
import { expect, it } from "vitest";
import { countRows } from "../../../lib/csv/table.ts";
import { lectureTable } from "../../../lib/lecture-import/columns.ts";
import { HEADER_LINE, lineWith } from "./support.ts";

const fixture = new URL("../../fixtures/csv/messy.csv", import.meta.url);

// All other counts and refusals are tested together with the result of an import of the same file.

it("counts rows that an import would reject", async () => {
  expect(await countRows(createReadStream(fixture), lectureTable)).toMatchObject({ ok: true, rows: 10 });
});

it("names columns without a name that are not empty, also behind the last named one", async () => {
  const lines = ["Course Name;Lecture Number;;lecture name;youtube;;", "A;1;;a;;;", "A;2;;b;;;see Anna"];
  async function* source() {
    yield Buffer.from(lines.join("\n"));
  }
  expect(await countRows(source(), lectureTable)).toMatchObject({
    ok: true,
    ignoredColumns: ["(column 3, no name)", "(column 7, no name)"],
  });
});

it("lets go of a file that it does not read to its end", async () => {
  const source = createReadStream(fixture, { highWaterMark: 64, start: 60 });
  expect(await countRows(source, lectureTable)).toMatchObject({ ok: false });
  expect(source.destroyed).toBe(true);
});

it("throws when the file cannot be read", async () => {
  async function* source() {
    yield Buffer.from(`${HEADER_LINE}\n`);
    throw new Error("connection lost");
  }
  await expect(countRows(source(), lectureTable)).rejects.toThrow("connection lost");
});

it("lets other work have its turn, though the file is in memory and no one is waited for", async () => {
  const lines = Buffer.from(`${lineWith()}\n`.repeat(20_000));
  async function* source() {
    yield Buffer.from(`${HEADER_LINE}\n`);
    for (let part = 0; part < 20; part++) yield lines;
  }
  let turns = 0;
  let isDone = false;
  const other = async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setTimeout(resolve));
  };
  const [counted] = await Promise.all([
    countRows(source(), lectureTable).finally(() => (isDone = true)),
    other(),
  ]);
  expect(counted).toMatchObject({ ok: true, rows: 400_000 });
  expect(turns).toBeGreaterThan(5);
});
