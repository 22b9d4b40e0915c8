import { attributeOf, type WorkbookParts } from "./workbook-parts.ts";

/** How a style shows a number; a date may have a time. */
export type NumberStyle = "plain" | "date" | "percentage";

/** How the styles of a workbook show a number, by their index. */
export async function readNumberStyles(parts: WorkbookParts, path: string): Promise<NumberStyle[]> {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isCellStyles = false;
  await parts.read(path, {
    open(name, attributes) {
      if (name === "cellXfs") isCellStyles = true;
      if (name === "numFmt") {
        formats.set(Number(attributeOf(attributes, "numFmtId")), attributeOf(attributes, "formatCode") ?? "");
      }
      if (name !== "xf" || !isCellStyles) return;
      const id = Number(attributeOf(attributes, "numFmtId") ?? 0);
      const format = formats.get(id);
      styles.push(format === undefined ? builtInStyle(id) : styleOf(format));
    },
    close(name) {
      if (name === "cellXfs") isCellStyles = false;
    },
  });
  return styles;
}

function builtInStyle(id: number): NumberStyle {
  if (id === 9 || id === 10) return "percentage";
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? "date" : "plain";
}

/** Characters of a number format; Excel accepts no more. */
const LONGEST_FORMAT = 255;

/** Signs count outside quotation marks, and outside brackets unless these mean elapsed time (`[h]`). */
function styleOf(format: string): NumberStyle {
  const [first = ""] = format.slice(0, LONGEST_FORMAT).split(";");
  const shown = first.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general/i, "");
  if (shown.includes("%")) return "percentage";
  return /[dmyhs]/i.test(shown) ? "date" : "plain";
}

const DAY_MS = 86_400_000;

/**
 * A date in ISO 8601, without the time if it is midnight, and only the time on day zero; null if out of range.
 * @param serial days in the workbook's date system
 */
export function formatDate(serial: number, isFrom1904: boolean): string | null {
  // In the 1900 date system, day 60 is 29 February 1900, a date that does not exist.
  const days = isFrom1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const time = Math.round(days * 86_400) * 1000 + Date.UTC(1899, 11, 30);
  if (serial < 0 || !(time < Date.UTC(10_000, 0))) return null;
  const iso = new Date(time).toISOString().slice(0, 19);
  if (serial < 1 && !isFrom1904) return serial === 0 ? iso.slice(0, 10) : iso.slice(11);
  return time % DAY_MS === 0 ? iso.slice(0, 10) : iso;
}
