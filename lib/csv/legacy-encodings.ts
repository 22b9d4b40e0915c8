import { analyse } from "chardet";
import { DAMAGE, textOf } from "./code-units.ts";
import { rankEncodings, type SingleByteEncoding } from "./languages.ts";

/** The encodings of Chinese, Japanese and Korean: in them, a character has two bytes. */
const DOUBLE_BYTE_ENCODINGS = ["Shift_JIS", "EUC-JP", "GB18030", "Big5", "EUC-KR"] as const;

type DoubleByteEncoding = (typeof DOUBLE_BYTE_ENCODINGS)[number];

/**
 * The encodings in which Windows programs save plain text, and some of Unix and the Macintosh, by their names in the
 * Encoding Standard (https://encoding.spec.whatwg.org/).
 */
export type LegacyEncoding = SingleByteEncoding | DoubleByteEncoding;

const isDoubleByte = (encoding: string): encoding is DoubleByteEncoding =>
  DOUBLE_BYTE_ENCODINGS.some((known) => known === encoding);

/** Whether words have many pairs of bytes that are a character in UTF-8, too, by chance. */
export const resemblesUtf8 = (encoding: LegacyEncoding): boolean =>
  encoding === "windows-874" || isDoubleByte(encoding);

/** The confidence, in percent, from which chardet has recognised a language of Asia. */
const RECOGNISED = 25;

/**
 * The legacy encoding of bytes that are not UTF-8: Windows-1252, or another one if the cells beyond ASCII look more like
 * words of a language of that. Null if it is none of these, or if accents and signs would not be where texts have
 * them, as in an encoding of DOS or another one of the Macintosh.
 *
 * @param isCut whether the bytes may end in the middle of a character
 */
export function detectLegacyEncoding(bytes: Uint8Array, isCut: boolean): LegacyEncoding | null {
  const isText = (encoding: LegacyEncoding) =>
    isPlausible(createLegacyDecoder(encoding)(bytes, !isCut), encoding);
  return likelyEncodings(bytes).find(isText) ?? null;
}

/** The encodings that the bytes may be in, the likeliest first. */
function likelyEncodings(bytes: Uint8Array): LegacyEncoding[] {
  const text = tellingText(bytes);
  const ranked = rankEncodings((encoding) => createLegacyDecoder(encoding)(text, true));
  const asian = analyse(text)
    .filter(({ confidence }) => confidence >= RECOGNISED)
    .map(({ name }) => name as string)
    .filter(isDoubleByte);
  return ranked[0] === "windows-874" ? [...ranked, ...asian] : [...asian, ...ranked];
}

/** Ends of cells and lines in any format; none of them is part of a longer character in any of the encodings. */
export const CELL_ENDS = ',;\t"\r\n';
const BETWEEN_CELLS = new RegExp(`[${CELL_ENDS}]+`);

/**
 * The different cells that are not plain ASCII, one a line: numbers, addresses and a course's repeated name say nothing
 * about the language.
 */
function tellingText(bytes: Uint8Array): Uint8Array {
  const cells = textOf(bytes).split(BETWEEN_CELLS);
  const telling = new Set(cells.filter((cell) => /[\x80-\xff]/.test(cell)));
  return Uint8Array.from([...telling].join("\n"), (character) => character.charCodeAt(0));
}

const SIGN = String.raw`[^\p{Ll}\p{Lu}\p{Lo}\p{M}\p{Zs}\0-\x7f\xad·‘’“”„«»…–—]`;
const LETTER_OR_SIGN = String.raw`(?:\p{L}|${SIGN})`;
/** A sign inside a word, but for apostrophes, hyphens, dashes and the Catalan dot; a quotation mark at a wrong end. */
const MISPLACED_SIGN = new RegExp(
  String.raw`(?<=${LETTER_OR_SIGN})${SIGN}(?=${LETTER_OR_SIGN})|(?<=\p{L})(?:[‚„]|(?<![“„«]\p{L}+)[“”«»](?=\p{L}))`,
  "gu",
);
/** A capital after a small letter, but for Irish (hÉireann), or as the second letter before small ones. */
const MISPLACED_CAPITAL =
  /(?<=\p{Ll})(?<!(?<!\p{L})[a-z])[^\P{Lu}A-Z]|(?<=\p{Lu})[^\P{Lu}A-Z](?=(?!ß)\p{Ll})/gu;

/** Four accented letters in a row are more probably a word of a script that is not Latin. */
const OTHER_SCRIPT = /[À-ÿ]{4,}/g;

/** In a language whose characters have two bytes, Latin letters are in words of their own. */
const BESIDE_LATIN = /(?<=[a-z])[^\0-\x7f]|[^\0-\x7f](?=[a-z])/gi;

/** In Thai, a vowel before a consonant that is not there, or a mark on no consonant. */
const MISPLACED_THAI = /[เ-ไ](?![ก-ฮ])|(?<![ก-ฮ\p{M}])\p{M}/gu;

/** Whether letters, signs and capitals are where texts have them. */
function isPlausible(text: string, encoding: LegacyEncoding): boolean {
  if (!text.isWellFormed()) return false;
  const length = lengthOfAll(text, /[^\0-\x7f]/g);
  if (isDoubleByte(encoding)) return lengthOfAll(text, BESIDE_LATIN) * 2 <= length;
  if (encoding === "windows-1252" && lengthOfAll(text, OTHER_SCRIPT) * 5 > length) return false;
  if (encoding === "windows-874") return lengthOfAll(text, MISPLACED_THAI) * 20 <= length;
  const foreign = encoding === "x-mac-cyrillic" ? 0 : findMacintoshSigns(text, encoding);
  const signs = lengthOfAll(text, MISPLACED_SIGN) + foreign;
  return signs * 10 <= length && lengthOfAll(text, MISPLACED_CAPITAL) * 80 <= length;
}

/**
 * The dashes and the bullet of the Macintosh, which are letters and signs of Windows. They stand between spaces or
 * numbers, as in `Week 1 – Introduction` and `2019–2020`; its degree sign is one that no Spanish number is followed by.
 */
function findMacintoshSigns(text: string, encoding: LegacyEncoding): number {
  const decode = createLegacyDecoder(encoding);
  const [dashes, bullet] = [[0xd0, 0xd1], [0xa5]].map((bytes) =>
    decode(Uint8Array.from(bytes), true).replaceAll(DAMAGE, ""),
  );
  const patterns = [
    /(?<=\d)¡/g,
    // ó and ñ in `Introducci—n` and `a–o`, í in `filosof’a`: a dash or an apostrophe before the end of a word.
    // English words of two letters follow a dash, too, but end no such word.
    /(?<=\p{Ll})[—–](?!(?:an|is|it|in|of|to|up|on|at|by|we|he|if|so|no|my|do|be|me|us|go)(?!\p{L}))(?=\p{Ll}{1,2}(?!\p{L}))/gu,
    /(?<=\p{Ll}{3})’(?=[aou]s?(?!\p{L}))/gu,
  ];
  if (bullet) patterns.push(new RegExp(String.raw`(?<=^| )${bullet}(?= \p{L})`, "gmu"));
  if (dashes) patterns.push(new RegExp(String.raw`(?<= )[${dashes}](?= )|(?<=\d)[${dashes}](?=\d)`, "g"));
  return patterns.reduce((sum, pattern) => sum + lengthOfAll(text, pattern), 0);
}

function lengthOfAll(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).reduce((sum, found) => sum + found.length, 0);
}

/** Decodes the next bytes of a file, and buffers an incomplete character at their end unless the file ends there. */
type LegacyDecoder = (bytes: Uint8Array, isEnd: boolean) => string;

/** Creates a decoder for the bytes of a file, to be called from the file's start; invalid bytes become `DAMAGE`. */
export function createLegacyDecoder(encoding: LegacyEncoding): LegacyDecoder {
  if (encoding === "windows-1252") return decode1252;
  const decoder = new TextDecoder(encoding);
  return (bytes, isEnd) => decoder.decode(bytes, { stream: !isEnd }).replaceAll(/[\x80-\x9f\uFFFD]/g, DAMAGE);
}

/** The characters 0x80 to 0x9F of Windows-1252. Decoders of some runtimes return control characters for them. */
const SIGNS_1252 = `€${DAMAGE}‚ƒ„…†‡ˆ‰Š‹Œ${DAMAGE}Ž${DAMAGE}${DAMAGE}‘’“”•–—˜™š›œ${DAMAGE}žŸ`;

const UNITS_1252 = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? SIGNS_1252.charCodeAt(byte - 0x80) : byte,
);

const decode1252: LegacyDecoder = (bytes) =>
  textOf(Uint16Array.from(bytes, (byte) => UNITS_1252[byte] as number));
