import { isDeepStrictEqual } from "node:util";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Random } from "../../../bench/random.ts";
import { serialiseRow } from "../../../lib/csv/serialise-csv.ts";
import { isLongForm } from "../../long-form.ts";
import { cut, forSeeds } from "./random.ts";
import { bytesOf, readRows } from "./support.ts";

const TABLES = isLongForm ? 10_000 : 500;

/** The parts of cells: all signs with a meaning in CSV, and characters of one to four bytes or more code points. */
const PARTS = [
  ...['"', '""', ",", "\r", "\n", "\r\n", "\n\r", " ", "\t", ";", "'", "=", "\\", "\0", "\uFEFF", "\uFFFD"],
  ...["a", "Zz", "0", "-1.5", "é", "e\u0301", "ß", "日本語", "𝒳", "👩🏽‍🚀", "\u{10FFFF}", "\u00A0", "\u2028"],
  ...["\u202Eevil\u202C", "\u2066x\u2069", "نص", "\u200B", "\u0085", "\u001F", "\u007F"],
];

function randomCell(random: Random): string {
  const kind = random.next();
  if (kind < 0.15) return "";
  const length = kind < 0.998 ? random.between(1, 8) : random.between(1_000, 6_000);
  return Array.from({ length }, () => random.pick(PARTS)).join("");
}

/** Rows of cells, mostly of one width, sometimes of several widths. */
function randomTable(random: Random): string[][] {
  const width = random.between(1, 6);
  const isRagged = random.chance(0.2);
  const rows = Array.from({ length: random.between(0, 6) }, () =>
    Array.from({ length: isRagged ? random.between(1, 6) : width }, () => randomCell(random)),
  );
  return rows.filter((cells) => !isBlankLine(cells));
}

/** Whether a row is skipped like an empty line. */
function isBlankLine(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Parses a text that is cut anywhere and decoded in pieces of random length. */
async function read(text: string, random: Random) {
  const bytes = new TextEncoder().encode(text);
  const pieceLength = random.pick(bytes.length > 2_000 ? [512, 65_536] : [1, 2, 3, 7, 64, 65_536]);
  return readRows(cut(bytes, random), { pieceLength });
}

/** The cells of each valid row; other items unchanged. */
const cellsOf = (items: Awaited<ReturnType<typeof read>>) =>
  items.map((item) => (item.ok && !item.problem ? item.cells : item));

/** `expect` is too slow for thousands of calls. */
function same(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

describe(`${TABLES} tables`, () => {
  it("are read as they were serialised, however the bytes are cut", async () => {
    await forSeeds(TABLES, async (random) => {
      const table = randomTable(random);
      const items = await read(table.map(serialiseRow).join(""), random);
      same(cellsOf(items), table);
      const numbers = items.map((item) => item.ok && item.rowNumber);
      same(
        numbers,
        table.map((_, index) => index + 1),
      );
    });
  });

  it("are read whatever ends their lines and whichever cells are quoted", async () => {
    await forSeeds(TABLES, async (random) => {
      const table = randomTable(random);
      const cellText = (cell: string, isFirst: boolean) => {
        const mustQuote = /[",\r\n]/.test(cell) || (isFirst && cell.startsWith("\uFEFF"));
        if (!mustQuote && random.chance(0.7)) return cell;
        return `"${cell.replaceAll('"', '""')}"${random.pick(["", "", " ", " \t"])}`;
      };
      const lines = table.map((cells, index) => {
        const blank = random.chance(0.1) ? random.pick(["\n", "\r", " \r\n", "\t\n"]) : "";
        const line = cells.map((cell, at) => cellText(cell, index + at === 0)).join(",");
        return blank + line + random.pick(["\n", "\r\n", "\r", "\r\r\n", "\n\r"]);
      });
      const text = lines.join("");
      const withEnd = random.chance(0.5) ? text : text.replace(/[\r\n]+$/, "");
      same(cellsOf(await read(withEnd, random)), table);
    });
  });

  it("of loose quotation marks are read as Papa Parse reads them", async () => {
    await forSeeds(TABLES, async (random) => {
      const parts = ["a", "b", ",", ",", '"', '"', '""', "\n", "\n", " ", "é"];
      // Without the line break at the end, Papa does not accept a space after the last quotation mark.
      const text = `x${Array.from({ length: random.between(0, 30) }, () => random.pick(parts)).join("")}\n`;
      // Papa takes space before a quotation mark for the beginning of a plain text.
      if (/[,\n] +"/.test(text)) return;
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" });
      const faulty = new Set(errors.map((error) => error.row));
      const items = await readRows(bytesOf(text));
      same(
        items.map((item) => item.ok && [item.rowNumber, item.cells, item.problem !== null]),
        data
          .map((cells, index) => [index + 1, cells, faulty.has(index)] as const)
          .filter(([, cells, isFaulty]) => isFaulty || !isBlankLine(cells)),
      );
    });
  });
});
