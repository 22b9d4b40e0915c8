/** `|` separates options; `\|` is a bar that is part of one, as in |x|. */
export const splitOptions = (cell: string): string[] =>
  cell.split(/(?<!\\)\|/).map((option) => option.replaceAll("\\|", "|").trim());

/** The inverse of `splitOptions`. */
export const writeOptions = (options: readonly string[]): string =>
  options.map((option) => option.replaceAll("|", "\\|")).join(" | ");
