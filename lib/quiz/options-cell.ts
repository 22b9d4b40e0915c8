/** The most characters in an option. */
export const MAX_OPTION = 1_000;

/** The most characters in the cell that contains a question's options. */
export const MAX_OPTIONS_LENGTH = 20_000;

/** `|` separates options; `\|` is a bar that is part of one, as in |x|. */
export const splitOptions = (cell: string): string[] =>
  cell.split(/(?<!\\)\|/).map((option) => option.replaceAll("\\|", "|").trim());

/** The inverse of `splitOptions`. */
export const writeOptions = (options: readonly string[]): string =>
  options.map((option) => option.replaceAll("|", "\\|")).join(" | ");
