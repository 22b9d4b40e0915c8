// What a sheet says behind its cells, or beside them, and completes them: which are merged, and where texts lead.

import { LEADING_ROWS } from "./format.ts";

/** A cell that is merged with those below it, down to the row `last`. */
export type Merge = { column: number; first: number; last: number };

/**
 * Creates a function that gives merged cells their value in every row that has other cells, to be called for one row
 * after the other.
 */
export function mergeFiller(merges: readonly Merge[]): (rowNumber: number, cells: string[]) => void {
  const coming = merges.toSorted((a, b) => b.first - a.first);
  let open: (Merge & { value: string })[] = [];
  return (rowNumber, cells) => {
    // A row that has nothing else stays empty.
    if (cells.length === 0) return;
    open = open.filter(({ last }) => rowNumber <= last);
    for (const { column, value } of open) cells[column - 1] || setCell(cells, column, value);
    for (let merge = coming.at(-1); merge && merge.first <= rowNumber; merge = coming.at(-1)) {
      coming.pop();
      const value = merge.first === rowNumber && cells[merge.column - 1];
      if (value) open.push({ ...merge, value });
    }
  };
}

/** Sets the cell of a column, the first of which is 1, and adds the cells before it that are missing. */
export function setCell(cells: string[], column: number, value: string): void {
  while (cells.length < column - 1) cells.push("");
  cells[column - 1] = value;
}

/** A cell with a link to a page on the web. The numbers of rows and columns begin with 1. */
export type Link = { row: number; column: number; address: string };

/**
 * What a link of a column's cells is for: in a column of addresses, the cell; in one that no field is known for, the cell
 * if the address is wanted; in one of names, the row's column of wanted addresses. Elsewhere it is for nothing.
 */
export type LinkUse = "address" | "unknown" | "name" | "nothing";

/** Says which links of a sheet a kind of file needs. */
export type LinkReader = {
  /**
   * The use of links for each column, and the column of wanted addresses: its index, or the name of the one to add; null
   * if the row is not the header.
   */
  columnsOf(row: readonly string[]): { uses: readonly LinkUse[]; wanted: number | string } | null;
  /** Whether an address may be what the file is about, wherever it is found. */
  isWanted(address: string): boolean;
};

const IS_ADDRESS = /^\s*https?:\/\//i;
const LINK_FORMULA =
  /^\s*(?:HYPERLINK|(?:_xlfn\.)?IMAGE)\(\s*"((?:[^"]|"")+)"\s*(?:\)|,(?:\s*"((?:[^"]|"")*)"\s*\))?)/i;

/** Whether a link leads to a page on the web, and not to a cell or a file. */
export const isWebLink = (target: string): boolean => IS_ADDRESS.test(target);

/**
 * The address and the text in a formula such as `HYPERLINK("https://example.org","Watch")` or `IMAGE("https://…")`; the
 * text is null if it has to be calculated. Null for any other formula.
 */
export function parseLinkFormula(formula: string): { address: string; text: string | null } | null {
  const [whole = "", address, text] = (LINK_FORMULA.exec(formula) ?? []).map((part) =>
    part?.replaceAll('""', '"'),
  );
  if (!address || !isWebLink(address)) return null;
  return { address, text: text ?? (whole.endsWith(")") ? address : null) };
}

/**
 * Creates a function that puts the addresses of links into a row, to be called for one row after the other. They replace
 * a text such as “Watch”, but no text that is an address itself.
 * @param width the number of columns of the sheet, behind which one may be added
 */
export function linkFiller(
  links: readonly Link[],
  { columnsOf, isWanted }: LinkReader,
  width: number,
): (rowNumber: number, cells: string[]) => void {
  const byRow = new Map<number, Link[]>();
  for (const link of links) {
    const inRow = byRow.get(link.row);
    if (inRow) inRow.push(link);
    else byRow.set(link.row, [link]);
  }
  let uses: readonly LinkUse[] | null = null;
  let wanted: number | null = null;
  /** How many rows may still be the header: looking for names in each of a long sheet takes seconds. */
  let leading = LEADING_ROWS;

  const isBehindName = ({ column, address }: Link) => uses?.[column - 1] === "name" && isWanted(address);
  const isAddress = (text: string) => IS_ADDRESS.test(text) || isWanted(text);

  function readHeader(rowNumber: number, cells: string[]): void {
    const columns = columnsOf(cells);
    if (!columns) return;
    uses = columns.uses;
    if (!links.some((link) => link.row > rowNumber && isBehindName(link))) return;
    if (typeof columns.wanted === "number") wanted = columns.wanted;
    else {
      wanted = Math.max(width, cells.length);
      setCell(cells, wanted + 1, columns.wanted);
    }
  }

  return (rowNumber, cells) => {
    if (!uses) {
      if (leading > 0 && cells.some((cell) => cell.trim() !== "")) {
        leading -= 1;
        readHeader(rowNumber, cells);
      }
      return;
    }
    for (const link of byRow.get(rowNumber) ?? []) {
      const { column, address } = link;
      const text = cells[column - 1];
      const use = uses[column - 1] ?? "unknown";
      if (!text) continue;
      if (use === "address" || (use === "unknown" && isWanted(address))) {
        if (!isAddress(text)) cells[column - 1] = address;
      } else if (wanted !== null && isBehindName(link) && !cells[wanted]) {
        setCell(cells, wanted + 1, address);
      }
    }
  };
}
