import { firstCharacters } from "../first-characters.ts";

// What a cell of each kind may hold. The database's check constraints demand the same, so a row that is valid here
// is not rejected there.

/** Why a cell is not valid: the reason given beside the column's name in a rejected row. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Reads a cell's text from a file. A plain function: a schema would be many times slower for a million cells. */
export type Cell<Value> = (raw: string) => Value | Refusal;

/** Passes the value of a cell to `next` if the cell is valid. */
export function withNext<Value, Next>(cell: Cell<Value>, next: (value: Value) => Next | Refusal): Cell<Next> {
  return (raw) => {
    const value = cell(raw);
    return value instanceof Refusal ? value : next(value);
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/**
 * Any text that can be stored, without space and invisible characters at its ends. Letters that are written as several
 * characters, as in names of macOS, are composed (NFC): otherwise a name that looks the same would be another, and a
 * search by the keyboard would not find it.
 */
export const storableText: Cell<string> = (raw) => {
  const fault = findTextFault(raw);
  if (fault) return new Refusal(fault);
  if (!VISIBLE.test(raw)) return "";
  return PLAIN_LETTERS.test(raw) ? raw.trim() : withoutInvisibleEnds(raw.normalize());
};

const VISIBLE = /[^\p{Z}\p{Cf}\s]/u;
/** Up to U+02FF every text is composed, and nothing but space is taken off its ends. */
const PLAIN_LETTERS = /^[\0-\u02FF]*$/;
/**
 * Space, and marks that are copied from web pages and file managers. Joiners are not among them: they shape letters.
 */
const INVISIBLE = /[\s\u200B\u200E\u200F\u202A\u2060]/;
/** Marks that begin a piece of another direction, and those that end it: they come off together. */
const OPENING = /[\u202A-\u202B\u202D\u202E\u2066-\u2068]/;
const CLOSING = /[\u202C\u2069]/;

/** A loop, because a pattern for the end of a text may take time that grows with the square of its length. */
function withoutInvisibleEnds(text: string): string {
  let [start, end] = [0, text.length];
  for (;;) {
    const [first, last] = [text[start] ?? "", text[end - 1] ?? ""];
    if (start < end - 1 && OPENING.test(first) && CLOSING.test(last)) [start, end] = [start + 1, end - 1];
    else if (start < end && INVISIBLE.test(first)) start += 1;
    else if (end > start && INVISIBLE.test(last)) end -= 1;
    else return text.slice(start, end);
  }
}

/** At most `limit` code points; an empty cell is null. */
export function text(limit: number): Cell<string | null> {
  return withNext(limited(limit), (value) => value || null);
}

/** At most `limit` code points, and not empty. */
export function requiredText(limit: number): Cell<string> {
  return withNext(limited(limit), (value) => value || new Refusal("required"));
}

/**
 * A name with plain spaces for those that look the same, such as no-break ones from web pages and word processors:
 * otherwise it would be another name.
 */
export const plainlySpaced = <Value extends string | null>(name: Cell<Value>): Cell<Value> =>
  withNext(name, (value) => value && (value.replace(LIKE_SPACE, " ") as Value));

/** The ideographic space is not among them: it is wider than any of these. */
const LIKE_SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F]/g;

/** An http or https address, unchanged except for its protocol, which is converted to lower case. */
export function webAddress(limit: number): Cell<string | null> {
  return withNext(text(limit), (value) => {
    if (value === null || PLAIN_ADDRESS.test(value)) return value;
    if (!isWebAddress(value)) return new Refusal("not an http or https address");
    return value.replace(/^https?/i, (protocol) => protocol.toLowerCase());
  });
}

/** Addresses that are certainly valid; the pattern is faster than a URL parser. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z]+(?:\.[a-z]+)+\/[\w./-]*$/;

/** Digits grouped as in `1 234 567`, also by a no-break space, a thin space or an apostrophe. */
const SPACED_GROUPS = /^([+-]?[1-9]\d{0,2})((?:[ \u00A0\u2009\u202F'’]\d{3})+)(?!\d)/;
const GROUPS_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const GROUPS_BY_DOTS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
const DIGITS = /^\d+$/;
const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/;
const WHOLE = /^\d+(\.0*|,00?)?$/;
const WHOLE_WITH_EXPONENT = /^\d+(?:[.,](\d+))?e\+?(\d{1,2})$/i;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** One separator followed by three digits: it may be a decimal separator or a thousands separator. */
const UNCLEAR_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const UNCLEAR_DOT = /^[1-9]\d{0,2}\.000$/;
const PERCENTAGE = /^([+-]?\d+(?:[.,]\d+)?)[ \u00A0\u2009\u202F]?%$/;

/**
 * A whole number from 0 to `limit`, also as it is written: `3.`, `3.0`, `1.2E+3`, and if `grouped` is set, as
 * `1,234,567`, `1.234.567` or `1 234 567`.
 */
export function wholeNumber(limit: number, { grouped = false }: { grouped?: boolean } = {}) {
  const reason = `not a whole number from 0 to ${limit.toLocaleString("en")}`;
  return numberCell((cell) => {
    if (DIGITS.test(cell)) return Number(cell) <= limit ? Number(cell) : reason;
    const plain = grouped ? withoutGroups(cell) : cell;
    if (grouped && UNCLEAR_DOT.test(cell)) return describeUnclear(cell);
    const [, decimals, exponent] = WHOLE_WITH_EXPONENT.exec(plain) ?? [];
    const isExact = exponent !== undefined && (decimals ?? "").length <= Number(exponent);
    const value = isExact || WHOLE.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
    return value <= limit ? value : reason;
  });
}

/**
 * A decimal number whose absolute value is at most `limit`, with a decimal point or comma, optionally with an
 * exponent or with grouped digits. `1,234` and `12.5%` are refused, because both readings of them are common.
 */
export function decimalNumber(limit: number) {
  const reason = `not a number from -${limit.toLocaleString("en")} to ${limit.toLocaleString("en")}`;
  return numberCell((cell) => {
    if (PLAIN_DECIMAL.test(cell)) return Number(cell) <= limit ? Number(cell) : reason;
    if (UNCLEAR_COMMA.test(cell)) return describeUnclear(cell);
    const percent = PERCENTAGE.exec(cell)?.[1]?.replace(",", ".");
    if (percent) return describePercentage(Number(percent));
    const isGrouped = cell.split(/[.,]/).length > 2 || SPACED_GROUPS.test(cell);
    const plain = (isGrouped ? withoutGroups(cell) : cell).replace(",", ".");
    const value = DECIMAL.test(plain) ? Number(plain) : Number.NaN;
    return Math.abs(value) <= limit ? value : reason;
  });
}

/** A number without its thousands separators; a decimal comma after dots becomes a point. */
function withoutGroups(cell: string): string {
  if (SPACED_GROUPS.test(cell)) {
    return cell.replace(SPACED_GROUPS, (_, first, groups) => first + groups.replace(/\D/g, ""));
  }
  if (GROUPS_BY_COMMAS.test(cell)) return cell.replaceAll(",", "");
  return GROUPS_BY_DOTS.test(cell) ? cell.replaceAll(".", "").replace(",", ".") : cell;
}

function describeUnclear(cell: string): string {
  const parted = Number(cell.replace(",", "."));
  return `may mean ${cell.replace(/[.,]/, "")} or ${parted}; write it in one of these ways`;
}

function describePercentage(percent: number): string {
  const share = Number((percent / 100).toPrecision(15));
  return `not a number but a percentage, which may mean ${percent} or ${share}; write it in one of these ways`;
}

/**
 * Why a text cannot be stored, or null. PostgreSQL can store neither NUL nor a lone surrogate, by which `decodeUtf8`
 * marks damage; other control characters, except tabs and line breaks, are always a mistake.
 */
export function findTextFault(raw: string): string | null {
  if (!raw.isWellFormed()) return "not valid UTF-8 text; save the file as “CSV UTF-8”";
  return raw.search(CONTROL_CHARACTERS) >= 0 ? "contains a control character" : null;
}

/**
 * The beginning of a text that may be damaged, made safe to store and to show: at most `limit` code points, NUL
 * as ␀ and other control characters of ASCII likewise.
 * The result is a new string. A mere slice would keep the whole original text in memory.
 */
export function excerpt(raw: string, limit: number): string {
  const start = raw.slice(0, limit * 2).toWellFormed();
  // Unicode has a picture character for each control character up to U+001F, in the same order.
  const picture = (control: string) =>
    control < " " ? String.fromCharCode(0x2400 + control.charCodeAt(0)) : "\uFFFD";
  return firstCharacters(start, limit).replace(CONTROL_CHARACTERS, picture);
}

function limited(limit: number): Cell<string> {
  const reason = `longer than ${limit.toLocaleString("en")} characters`;
  return withNext(storableText, (value) => (isLongerThan(value, limit) ? new Refusal(reason) : value));
}

/** Length as PostgreSQL's `char_length` counts it: in code points, not in UTF-16 units. */
export function isLongerThan(value: string, limit: number): boolean {
  return value.length > limit && (value.length > 2 * limit || [...value].length > limit);
}

/** @param parse returns a number, or the reason why the cell is not valid */
function numberCell(parse: (cell: string) => number | string): Cell<number | null> {
  return withNext(storableText, (cell) => {
    if (!cell) return null;
    const value = parse(ASCII.test(cell) ? cell : cell.replace(/\p{Nd}/gu, asciiDigit));
    return typeof value === "number" ? value : new Refusal(value);
  });
}

const ASCII = /^[\0-\x7F]*$/;

/**
 * The ASCII digit of a decimal digit of any script. Unicode has each script's ten in a row, and several rows in a row.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** The pattern comes first: a URL parser would accept line breaks in the protocol and a missing `//`. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
