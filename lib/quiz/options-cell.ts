/** Characters of the cell that holds a question's options. */
export const MAX_OPTIONS_LENGTH = 20_000;

/** `|` separates options; `\|` is a bar that is part of one, as in |x|. */
export const splitOptions = (cell: string): string[] =>
  cell.split(/(?<!\\)\|/).map((option) => option.replaceAll("\\|", "|").trim());

/** The cell that `splitOptions` makes the same options of. */
export const writeOptions = (options: readonly string[]): string =>
  options.map((option) => option.replaceAll("|", "\\|")).join(" | ");
