/** Advice for a file that Excel can open but that is not text. */
export const SAVE_AS_UTF8 =
  "In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.";

const UNPACK = "Unpack it and import the CSV file that is in it.";

/** First bytes of files that are mistaken for CSV because of their name or their look in a spreadsheet. */
const SIGNATURES: [bytes: number[], description: string][] = [
  [[0x1f, 0x8b], `This is a compressed file (gzip). ${UNPACK}`],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], `This is a compressed file (xz). ${UNPACK}`],
  [[0x37, 0x7a, 0xbc, 0xaf], `This is a compressed file (7z). ${UNPACK}`],
  [[0x50, 0x4b, 0x03, 0x04], `This is an Excel workbook or a ZIP archive, not a CSV file. ${SAVE_AS_UTF8}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an Excel workbook, not a CSV file. ${SAVE_AS_UTF8}`],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF, not a CSV file."],
  [[0x89, 0x50, 0x4e, 0x47], "This is a picture, not a CSV file."],
  [[0xff, 0xd8, 0xff], "This is a picture, not a CSV file."],
  [[0xff, 0xfe, 0x00, 0x00], `This is a text in UTF-32, which no spreadsheet writes. ${SAVE_AS_UTF8}`],
];

/** How texts begin that are not CSV. */
const BEGINNINGS: [beginning: RegExp, description: string][] = [
  // Some sites export a web page that is named like a workbook.
  [
    /^MIME-Version:|^<html[^>]*urn:schemas-microsoft-com:office|^<(!doctype html|html)[\s>].*<table[\s>]/is,
    `This is a web page that is named like a workbook, not a CSV file. ${SAVE_AS_UTF8}`,
  ],
  // A link to a file often leads to a sign-in page instead.
  [/^<(!doctype html|html)[\s>]/i, "This is a web page, not a CSV file. Were you asked to sign in?"],
  // Or a piece of one.
  [
    /^(<!--.*?-->\s*)?<(table|meta|style|head|body|div)[\s>]/is,
    `This is a part of a web page, not a CSV file. ${SAVE_AS_UTF8}`,
  ],
  [/^<\?xml[\s?]/i, `This is an XML file, not a CSV file. ${SAVE_AS_UTF8}`],
  [/^(\{\s*"|\[\s*\{)/, "This is a JSON file, not a CSV file."],
  [/^\{\\rtf/, "This is a text document, not a CSV file."],
  // Excel saves both as text, and opens them under any name.
  [/^ID;P[^\r\n]*\r?\n[A-Z]{1,2};/, `This is a SYLK file, not a CSV file. ${SAVE_AS_UTF8}`],
  [/^TABLE\r?\n0,1\r?\n"/, `This is a DIF file, not a CSV file. ${SAVE_AS_UTF8}`],
];

/**
 * Whether a file may be text: UTF-16 with a byte order mark, or without the control characters of other files.
 * @param start the file's first bytes
 */
export function isText(start: Uint8Array): boolean {
  const [first = 0, second = 0] = start;
  return (first === 0xff && second === 0xfe) || (start.length > 0 && !start.some((byte) => byte < 9));
}

/**
 * Describes a file that is not CSV, and what to do with it; null if its kind is not recognised.
 * @param start the file's first bytes, some thousand at least, or all if there are fewer
 */
export function describeOtherKind(start: Uint8Array): string | null {
  for (const [bytes, description] of SIGNATURES) {
    if (bytes.every((byte, index) => start[index] === byte)) return description;
  }
  const text = new TextDecoder().decode(start.subarray(0, 4096)).trimStart();
  return BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? null;
}
