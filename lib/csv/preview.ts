import { excerpt } from "./cells.ts";
import { describeOtherKind } from "./file-kinds.ts";
import { type FileFormat, findFormat, numberRows, START_LENGTH } from "./format.ts";
import {
  assignFields,
  describeDamage,
  type FieldChoice,
  missingFields,
  nameRow,
  showName,
} from "./header.ts";
import { type Failure, failure, ROW_LIMIT, tooLong } from "./parse-csv.ts";
import { isBlank } from "./split-rows.ts";
import { noRows, type TableKind } from "./table.ts";

/** How a column of a file is interpreted. */
type PreviewColumn<Field extends string> = {
  /** Empty if the header has no name for it. */
  name: string;
  /** Null if the column is not a field, or its name is ambiguous. */
  field: Field | null;
  /** Share of rows with a value in this column, from 0 to 1. */
  filled: number;
  /** At most three different values, each cut to 100 characters. */
  samples: string[];
};

export type Preview<Field extends string> = {
  ok: true;
  format: FileFormat;
  columns: PreviewColumn<Field>[];
  /** Number of rows below the header that were examined. */
  rows: number;
  /** Required fields that are assigned to no column. */
  missing: Field[];
  /** Optional fields that are assigned to no column. */
  absent: Field[];
  /** Why a field's column is ambiguous, or why a choice is not possible; null if neither applies. */
  fault: string | null;
};

/**
 * Shows how a file will be read, from its first megabyte: in the browser, before the upload. A failure means that no
 * choice of columns can make the file readable.
 *
 * @param start the file's first `START_LENGTH` bytes, or all if there are fewer
 */
export function previewTable<Field extends string>(
  start: Uint8Array,
  { contents, columns }: TableKind<Field, unknown>,
  { isWhole, fields }: { isWhole: boolean; fields?: readonly FieldChoice<Field>[] | undefined },
): Preview<Field> | Failure {
  const otherKind = describeOtherKind(start);
  if (otherKind) return failure(otherKind);
  const hasAll = isWhole && start.length <= START_LENGTH;
  const { format, text } = findFormat(start.subarray(0, START_LENGTH), columns, hasAll);
  const { headerRow } = format;

  let header: string[] | null = null;
  let seen: ColumnContent[] = [];
  let rows = 0;
  let last = 0;
  let end = 0;
  for (const { rowNumber, row } of numberRows(text, hasAll, format)) {
    last = rowNumber;
    if (row.length > ROW_LIMIT) return tooLong(rowNumber, text.slice(end, end + ROW_LIMIT), contents);
    end += row.length;
    if (rowNumber < headerRow || isBlank(row)) continue;
    if (header) {
      rows++;
      for (const [index, column] of seen.entries()) column.add(row.cells[index] ?? "");
      continue;
    }
    if (row.problem) return failure(`${nameRow(headerRow)} cannot be read: ${row.problem}.`);
    const damage = describeDamage(row.cells);
    if (damage) return failure(`${nameRow(headerRow)} ${damage}`);
    header = row.cells;
    seen = header.map(() => new ColumnContent());
  }
  if (text.length - end > ROW_LIMIT) return tooLong(last + 1, text.slice(end, end + ROW_LIMIT), contents);
  if (!header) return failure("The file is empty.");
  if (rows === 0 && hasAll) return noRows();

  // Trailing columns without a name and without values are only separators at the row ends.
  const width =
    1 + header.findLastIndex((cell, index) => cell.trim() !== "" || (seen[index]?.filled ?? 0) > 0);
  const assigned = assignFields(header, columns, { fields, headerRow });
  const lacking = missingFields(assigned.fields, columns);
  return {
    ok: true,
    format,
    columns: header.slice(0, width).map((cell, index) => ({
      name: showName(cell),
      field: assigned.fields[index] ?? null,
      filled: rows === 0 ? 0 : (seen[index]?.filled ?? 0) / rows,
      samples: seen[index]?.samples ?? [],
    })),
    rows,
    missing: lacking.filter((field) => !columns[field].isOptional),
    absent: lacking.filter((field) => columns[field].isOptional),
    fault: assigned.fault,
  };
}

class ColumnContent {
  filled = 0;
  readonly samples: string[] = [];

  add(cell: string): void {
    const value = cell.trim();
    if (!value) return;
    this.filled++;
    if (this.samples.length === 3) return;
    const sample = excerpt(value, 100);
    if (!this.samples.includes(sample)) this.samples.push(sample);
  }
}
