import { z } from "zod";

// What a cell of each kind may hold. Where a value goes to the database, its checks ask for the same, so a row
// that passes here is not refused there. A message is the reason given beside the column's name in a rejected row.

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

/** Any text that can be stored, without the space around it. */
export const storableText = z.string().transform((raw, context) => {
  const fault = findTextFault(raw);
  if (!fault) return raw.trim();
  context.addIssue(fault);
  return z.NEVER;
});

/** At most `limit` code points; an empty cell is null. */
export function text(limit: number) {
  return limited(limit).transform((value) => value || null);
}

/** At most `limit` code points, and not empty. */
export function requiredText(limit: number) {
  return limited(limit).refine((value) => value !== "", { error: "required" });
}

/** An http or https address, kept as it is written save for its protocol, which is put in lower case. */
export function webAddress(limit: number) {
  return text(limit)
    .refine((value) => value === null || isWebAddress(value), {
      error: "not an http or https address",
      abort: true,
    })
    .transform((value) => value?.replace(/^https?/i, (protocol) => protocol.toLowerCase()) ?? null);
}

const WHOLE = /^\d+(\.0+)?$/;
const WHOLE_IN_GROUPS = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A whole number from 0 to `limit`, also as `3.0`, and as `1,234,567` where `grouped`. */
export function wholeNumber(limit: number, { grouped = false }: { grouped?: boolean } = {}) {
  const reason = `not a whole number from 0 to ${limit.toLocaleString("en")}`;
  return numberCell(reason, (cell) => {
    if (!(grouped ? WHOLE_IN_GROUPS : WHOLE).test(cell)) return null;
    const value = Number(cell.replaceAll(",", ""));
    return value <= limit ? value : null;
  });
}

/** A decimal number, also with an exponent, whose size is at most `limit`. */
export function decimalNumber(limit: number) {
  const reason = `not a number from -${limit.toLocaleString("en")} to ${limit.toLocaleString("en")}`;
  return numberCell(reason, (cell) => {
    const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN;
    return Math.abs(value) <= limit ? value : null;
  });
}

/**
 * Why a text cannot be stored, or null. PostgreSQL cannot hold NUL, nor half a surrogate pair, which is how
 * `decodeUtf8` marks damage; the other control characters, save tab and line breaks, are never meant.
 */
export function findTextFault(raw: string): string | null {
  if (!raw.isWellFormed()) return "not valid UTF-8 text; save the file as “CSV UTF-8”";
  return raw.search(CONTROL_CHARACTERS) >= 0 ? "contains a control character" : null;
}

/**
 * The beginning of a text that may be damaged, made fit to store and to show: at most `limit` code points, NUL
 * as ␀ and other control characters likewise.
 * The result is a string of its own. A mere slice would keep the whole text it was cut from in memory.
 */
export function excerpt(raw: string, limit: number): string {
  const start = raw.slice(0, limit * 2).toWellFormed();
  // Unicode has a picture for each control character, in their order.
  const picture = (control: string) => String.fromCharCode(0x2400 + control.charCodeAt(0));
  return [...start].slice(0, limit).join("").replace(CONTROL_CHARACTERS, picture);
}

function limited(limit: number) {
  return storableText.refine((value) => !isLongerThan(value, limit), {
    error: `longer than ${limit.toLocaleString("en")} characters`,
    abort: true,
  });
}

/** Length as PostgreSQL's `char_length` counts it: in code points, not in UTF-16 units. */
function isLongerThan(value: string, limit: number): boolean {
  return value.length > limit && (value.length > 2 * limit || [...value].length > limit);
}

function numberCell(reason: string, parse: (cell: string) => number | null) {
  return storableText.transform((cell, context) => {
    if (!cell) return null;
    const value = parse(cell);
    if (value !== null) return value;
    context.addIssue(reason);
    return z.NEVER;
  });
}

/** The pattern comes first: a URL parser would accept line breaks in the protocol and a missing `//`. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
