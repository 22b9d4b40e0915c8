/**
 * The encodings of Windows whose characters are one byte each, for one group of languages each, that of Unix for Central
 * Europe, in which š, ž, ť, ą, ś and ź are other bytes, and that of the Macintosh for Cyrillic, in which capitals and я are.
 */
const ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "x-mac-cyrillic",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-874",
] as const;

export type SingleByteEncoding = (typeof ENCODINGS)[number];

const LATIN: readonly SingleByteEncoding[] = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1254",
  "windows-1257",
];

const CENTRAL_EUROPEAN = {
  Polish: "łóążęśćńź",
  Czech: "íáéěřčýšžůúňťďó",
  Slovak: "áíéčžýšúťľôňäďóĺŕ",
  Hungarian: "áéíöőóüúű",
  Romanian: "ăţîşâ",
  Croatian: "čšžćđ",
};

const CYRILLIC = {
  Russian: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
  Ukrainian: "оанитвіерслкдумпязьбгчйхцжїюшфщєґ",
  Belarusian: "анітоерсылдкумпвязцьбгйчхўшжюфэё",
  Bulgarian: "аиоетнрсвлкдпмъзугяйбчцхшжщфюь",
  Serbian: "аиоенсртјувдкмлпбзгљчњжшцћхђфџ",
};

/** Small letters beyond ASCII of the languages that are written in an encoding, the most frequent ones first. */
const LETTERS: Record<SingleByteEncoding, Record<string, string>> = {
  "windows-1252": {
    German: "üäößéàè",
    French: "éèàêçôâûîùëïœÿ",
    "French words, or other scripts in Latin letters": "éâîûôêç",
    Spanish: "óíáéñú¿ü¡ºª",
    Portuguese: "ãçáéíóêõúâàôüºª",
    Italian: "àèùòìéî",
    Catalan: "àóèéíòçïúü",
    Dutch: "ëéïöüèóêá",
    Danish: "øåæéóôêè",
    Swedish: "äåöé",
    Finnish: "äöåšž",
    Icelandic: "áíðóéúöæþý",
    Faroese: "øðáíóúýæ",
    "English with foreign names": "éöüáóíäñçèøåàêôãæëïúâîûßšžðþòùýìõœ",
  },
  "windows-1250": CENTRAL_EUROPEAN,
  "iso-8859-2": CENTRAL_EUROPEAN,
  "windows-1251": CYRILLIC,
  "x-mac-cyrillic": CYRILLIC,
  "windows-1253": { Greek: "ατοιεσνρκπςμλυηωδγίάόέθχήύώφβξζψ" },
  "windows-1254": { Turkish: "ıüşöğçİâîû" },
  "windows-1255": { Hebrew: "יוהלאמרתבשנעםדקחפטגזצסכןךףץ" },
  "windows-1256": { Arabic: "اليمنوترةبعدسفقكحأجشهصذطخزإىضغئءثظآؤ" },
  "windows-1257": {
    Lithuanian: "ėųšžąįčūę",
    Latvian: "āīēšņūļķžģč",
    Estonian: "äõüöšž",
  },
  "windows-874": { Thai: "านร่กอเง้ทมยิลวดัสตีะปค์บุหแจพูชขื็ำใโไผธึศณญถซฟภฉษฮ๊๋ๆฬฐฏฎฆฌฑฒ" },
};

/** How probable a character is that its language does not have. */
const UNKNOWN = 0.004;

type Frequencies = ReadonlyMap<string, number>;

/** Logarithms of frequencies: the second most frequent letter is half as frequent as the first, and so on (Zipf). */
function frequenciesOf(letters: string): Frequencies {
  const sum = [...letters].reduce((total, _, index) => total + 1 / (index + 1), 0);
  return new Map([...letters].map((letter, index) => [letter, -Math.log((index + 1) * sum)]));
}

const languages = Object.fromEntries(
  ENCODINGS.map((encoding) => [encoding, Object.values(LETTERS[encoding]).map(frequenciesOf)]),
) as Record<SingleByteEncoding, Frequencies[]>;

/** Signs of texts in any language, which most encodings have in common. */
const MARK = /[\p{Z}·‘’“”„«»…–—\xad]/u;
/** Superscripts of numbers, of units and before the symbol of an element, and ordinals. */
const SUPERSCRIPT = /(?<=[\d¹²³⁻]|\b[kcdmµ]?m)[¹²³]|[¹²³](?=[\d¹²³A-Z])|(?<!\p{L}{2})[ªº](?!\p{L})/gu;
/** A sign that is not in a word, in which it would stand for a letter of another encoding. */
const LONE_SIGN = /(?<!\p{L}{2}|[^\0-\x7f\p{Z}])[^\p{L}\0-\x7f](?![\p{L}]|[^\0-\x7f\p{Z}])/gu;

/** A word in Latin letters has ASCII letters, too; a word of another script has none. */
const OTHER_SCRIPT = /[^\0-\x7f\p{Z}]{4,}/gu;
/** Turkish has more in a row, as in ışığı. */
const OTHER_THAN_TURKISH = /[^\0-\x7f\p{Z}]{6,}/gu;
const BESIDE_ASCII = /(?<=[a-z])[^\0-\x7f\p{Z}]|[^\0-\x7f\p{Z}](?=[a-z])/giu;
/** But for Irish, as in hÉireann. */
const CAPITAL_IN_WORD = /(?<=\p{Ll})(?<!(?<!\p{L})[a-z])[^\P{Lu}\0-\x7f]/gu;

/**
 * Letters that no language of Windows-1252 has at such a place, and that are frequent there in Central Europe: ì within a
 * word (ě), ø beside an acute accent (ř), æ at the end of a name (ć), and signs that begin or end a word (Ł, ł, Ş, ż).
 */
const NOT_WESTERN =
  /(?<=\p{L})ì(?=\p{L})|ø(?=[áéíýì])|(?<=[áéíýì])ø|(?<=\p{L}{2}i)æ(?!\p{L})|[£ª¯](?=\p{Ll}{3})|(?<=\p{L}{3})[³¿](?![\p{L}\d])/gu;

/** By how much another encoding has to be more probable than Windows-1252, which is the most frequent one: e⁴ times. */
const MARGIN = 4;

/**
 * The encodings in which a text may be in a language that uses them, the likeliest first, judged by the frequencies of
 * letters beyond ASCII: one that is clearly the likeliest, or Windows-1252 and then the likeliest other one.
 * @param decode decodes the text by an encoding, each byte to one UTF-16 unit
 */
export function rankEncodings(decode: (encoding: SingleByteEncoding) => string): SingleByteEncoding[] {
  const places = tellingPlaces(decode("windows-1252"));
  const [western, ...others] = ENCODINGS.map((encoding) =>
    readAs(encoding, lettersAt(places, decode(encoding), encoding)),
  ) as [Reading, ...Reading[]];
  const best = others.reduce((one, other) => (isLikelier(other, one) ? other : one));
  const unknown = best.letters.filter((letter) => !knows(best.language, letter)).length;
  if (best.likelihood <= western.likelihood || unknown * 5 > places.length) return [western.encoding];
  const isClear = best.likelihood > western.likelihood + MARGIN && isLikelierWhereDifferent(best, western);
  return isClear ? [best.encoding] : [western.encoding, best.encoding];
}

/** Where bytes beyond ASCII may be letters, by the text in Windows-1252. */
function tellingPlaces(western: string): number[] {
  const plain = [SUPERSCRIPT, LONE_SIGN].reduce((text, sign) => text.replaceAll(sign, " "), western);
  const places: number[] = [];
  for (let place = 0; place < plain.length; place++) {
    if (plain.charCodeAt(place) > 0x7f && !MARK.test(plain.charAt(place))) places.push(place);
  }
  return places;
}

/** The letters at these places; unknown ones if the text's words are not of the encoding's script. */
function lettersAt(places: readonly number[], decoded: string, encoding: SingleByteEncoding): string[] {
  const misplaced = encoding === "windows-1252" ? [CAPITAL_IN_WORD, NOT_WESTERN] : [CAPITAL_IN_WORD];
  const text = misplaced.reduce((all, letter) => all.replaceAll(letter, "\uFFFD"), decoded);
  const word = encoding === "windows-1254" ? OTHER_THAN_TURKISH : OTHER_SCRIPT;
  const strange = (text.match(LATIN.includes(encoding) ? word : BESIDE_ASCII) ?? []).join("").length;
  return places.map((place) => (strange * 5 > places.length ? "" : text.charAt(place)));
}

/** The letters of a text in an encoding, and how probable they are in the likeliest one of its languages. */
type Reading = {
  encoding: SingleByteEncoding;
  letters: readonly string[];
  language: Frequencies;
  likelihood: number;
};

function readAs(encoding: SingleByteEncoding, letters: readonly string[]): Reading {
  return languages[encoding]
    .map((language) => ({ encoding, letters, language, likelihood: likelihoodOf(letters, language) }))
    .reduce((best, other) => (other.likelihood > best.likelihood ? other : best));
}

const knows = (language: Frequencies, letter: string): boolean =>
  language.has(letter) || language.has(letter.toLowerCase());

/** Mac Cyrillic is rare: what Windows-1251 reads as letters of one language is no text of the Macintosh. */
function isLikelier(one: Reading, other: Reading): boolean {
  const isWindows =
    one.encoding === "x-mac-cyrillic" &&
    other.encoding === "windows-1251" &&
    languages[other.encoding].some((language) => other.letters.every((letter) => knows(language, letter)));
  return one.likelihood > other.likelihood && !isWindows;
}

/** Compares two readings by the letters in which they differ: a few Czech names do not make a file Czech. */
function isLikelierWhereDifferent(one: Reading, other: Reading): boolean {
  const different = (reading: Reading, { letters }: Reading) =>
    likelihoodOf(
      reading.letters.filter((letter, index) => letter !== letters[index]),
      reading.language,
    );
  return different(one, other) > different(other, one);
}

/** The logarithm of the probability of letters in a language. */
function likelihoodOf(letters: readonly string[], language: Frequencies): number {
  const unknown = Math.log(UNKNOWN);
  return letters.reduce(
    (sum, letter) => sum + (language.get(letter) ?? language.get(letter.toLowerCase()) ?? unknown),
    0,
  );
}
