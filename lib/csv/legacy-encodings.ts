import { analyse, type EncodingName } from "chardet";
import { DAMAGE, textOf } from "./code-units.ts";

/**
 * The encodings in which Windows programs save plain text, one for each group of languages, by their names in the
 * Encoding Standard (https://encoding.spec.whatwg.org/).
 */
export type LegacyEncoding = (typeof LEGACY_ENCODINGS)[number];

const LEGACY_ENCODINGS = [
  "windows-874",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "Shift_JIS",
  "GB18030",
  "Big5",
  "EUC-KR",
] as const;

/** What chardet calls encodings of Windows if none of the signs occurs that they have beyond ISO 8859. */
const OF_ISO_8859: Partial<Record<EncodingName, LegacyEncoding>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
};

/** Whether each character is one byte. */
export const isSingleByte = (encoding: LegacyEncoding): boolean => encoding.startsWith("windows-");

/** The confidence, in percent, from which the language of a text counts as recognised. */
const RECOGNISED = 25;
/** By how many points another encoding has to be more probable than Windows-1252, which is the most frequent one. */
const MARGIN = 5;

/**
 * The legacy encoding of bytes that are not UTF-8: Windows-1252, or another one if the cells beyond ASCII look more like
 * words of a language of that. Null if it is none of Windows, or if accents and signs would not be where texts have
 * them, as in an encoding of DOS or the Macintosh.
 *
 * @param isCut whether the bytes may end in the middle of a character
 */
export function detectLegacyEncoding(bytes: Uint8Array, isCut: boolean): LegacyEncoding | null {
  for (const encoding of likelyEncodings(bytes)) {
    if (!encoding) return null;
    if (isPlausible(createLegacyDecoder(encoding)(bytes, !isCut), encoding)) return encoding;
  }
  return null;
}

/** The encodings that the bytes may be in, the likeliest first; null stands for one that is none of Windows. */
function likelyEncodings(bytes: Uint8Array): (LegacyEncoding | null)[] {
  const text = tellingText(bytes);
  const matches = text ? analyse(text) : [];
  const recognised = matches
    .map(({ name, confidence }) => ({ encoding: encodingOf(name), confidence }))
    .filter(({ confidence }) => confidence >= RECOGNISED);
  const western = recognised.find(({ encoding }) => encoding === "windows-1252")?.confidence ?? 0;
  const isClear = (recognised[0]?.confidence ?? 0) >= western + MARGIN;
  const encodings = recognised.map(({ encoding }) => encoding);
  return isClear ? encodings : ["windows-1252", ...encodings];
}

function encodingOf(name: EncodingName): LegacyEncoding | null {
  return OF_ISO_8859[name] ?? LEGACY_ENCODINGS.find((encoding) => encoding === name) ?? null;
}

/** Ends of cells and lines in any format; none of them is part of a longer character in any of the encodings. */
const CELL_ENDS = /[,;\t"\r\n]+/;

/**
 * The different cells that are not plain ASCII, one a line: numbers, addresses and a course's repeated name say nothing
 * about the language. Null if they are few among the cells with words: a foreign name or two in English text say
 * nothing either.
 */
function tellingText(bytes: Uint8Array): Uint8Array | null {
  const cells = [...new Set(textOf(bytes).split(CELL_ENDS))];
  const words = cells.filter((cell) => /[a-z\x80-\xff]{2}/i.test(cell) && !cell.includes("://"));
  const telling = words.filter((cell) => /[\x80-\xff]/.test(cell));
  const text = telling.join("\n");
  const count = lengthOfAll(text, /[\x80-\xff]/g);
  const isMuch = count >= 25 || (count >= 6 && telling.length * 3 >= words.length);
  return isMuch ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : null;
}

const SIGN = String.raw`[^\p{Ll}\p{Lu}\p{Lo}\p{M}\p{Zs}\0-\x7f\xad·‘’“”„«»…–—]`;
const LETTER_OR_SIGN = String.raw`(?:\p{L}|${SIGN})`;
/** A sign inside a word, but for apostrophes, hyphens, dashes and the Catalan dot. */
const MISPLACED_SIGN = new RegExp(`(?<=${LETTER_OR_SIGN})${SIGN}(?=${LETTER_OR_SIGN})`, "gu");
const MISPLACED_CAPITAL = /(?<=\p{Ll})[^\P{Lu}A-Z]/gu;
/** Four accented letters in a row are more probably a word of a script that is not Latin. */
const OTHER_SCRIPT = /[À-ÿ]{4,}/g;

/** In a language whose characters have two bytes, Latin letters are in words of their own. */
const BESIDE_LATIN = /(?<=[a-z])[^\0-\x7f]|[^\0-\x7f](?=[a-z])/gi;

/** Whether letters, signs and capitals are where texts have them. */
function isPlausible(text: string, encoding: LegacyEncoding): boolean {
  if (!text.isWellFormed()) return false;
  const length = lengthOfAll(text, /[^\0-\x7f]/g);
  if (!isSingleByte(encoding)) return lengthOfAll(text, BESIDE_LATIN) * 2 <= length;
  if (encoding === "windows-1252" && lengthOfAll(text, OTHER_SCRIPT) * 5 > length) return false;
  return (
    lengthOfAll(text, MISPLACED_SIGN) * 10 <= length && lengthOfAll(text, MISPLACED_CAPITAL) * 40 <= length
  );
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
