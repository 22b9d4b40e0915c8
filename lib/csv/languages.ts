/** The encodings of Windows whose characters are one byte each, for one group of languages each. */
const ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-874",
] as const;

export type SingleByteEncoding = (typeof ENCODINGS)[number];

const LATIN: readonly SingleByteEncoding[] = ["windows-1252", "windows-1250", "windows-1254", "windows-1257"];

/** Small letters beyond ASCII of the languages that are written in an encoding, the most frequent ones first. */
const LETTERS: Record<SingleByteEncoding, Record<string, string>> = {
  "windows-1252": {
    German: "üäößéàè",
    French: "éèàêçôâûîùëïœ",
    Spanish: "óíáéñú¿ü¡ºª",
    Portuguese: "ãçáéíóêõúâàôüºª",
    Italian: "àèùòìéî",
    Catalan: "àóèéíòçïúü",
    Dutch: "ëéïöüèóê",
    Danish: "øåæéóôêè",
    Swedish: "äåöé",
    Finnish: "äöåšž",
    Icelandic: "áíðóéúöæþý",
    "English with foreign names": "éöüáóíäñçèøåàêôãæëïúâîûßšžðþòùýìõœ",
  },
  "windows-1250": {
    Polish: "łóążęśćńź",
    Czech: "íáéěřčýšžůúňťďó",
    Slovak: "áíéčžýšúťľôňäďóĺŕ",
    Hungarian: "áéíöőóüúű",
    Romanian: "ăţîşâ",
    Croatian: "čšžćđ",
  },
  "windows-1251": {
    Russian: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    Ukrainian: "оанитвіерслкдумпязьбгчйхцжїюшфщєґ",
    Belarusian: "анітоерсылдкумпвязцьбгйчхўшжюфэё",
    Bulgarian: "аиоетнрсвлкдпмъзугяйбчцхшжщфюь",
    Serbian: "аиоенсртјувдкмлпбзгљчњжшцћхђфџ",
  },
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

const MARK = "[·‘’“”„«»…–—\\xad]";
const SIGN = String.raw`(?!${MARK})[^\p{L}\p{M}\0-\x7f\p{Z}]`;
const BEYOND_ASCII = String.raw`[^\0-\x7f\p{Z}]`;
/** Letters, and what stands for letters of another encoding: signs in words, and marks in words of another script. */
const TELLING = new RegExp(
  [
    String.raw`[^\P{L}\0-\x7f]|\p{M}`,
    `${SIGN}(?=\\p{L}|${SIGN})|(?<=${BEYOND_ASCII})${SIGN}`,
    `(?<=${BEYOND_ASCII})${MARK}(?=${BEYOND_ASCII})`,
  ].join("|"),
  "gu",
);
const CAPITAL_IN_WORD = /(?<=\p{Ll})[^\P{Lu}\0-\x7f]/gu;
/** A word in Latin letters has ASCII letters, too; a word of another script has none. */
const OTHER_SCRIPT = /[^\0-\x7f\p{Z}]{4,}/gu;
const BESIDE_ASCII = /(?<=[a-z])[^\0-\x7f\p{Z}]|[^\0-\x7f\p{Z}](?=[a-z])/giu;

/** By how much another encoding has to be more probable than Windows-1252, which is the most frequent one: e⁵ times. */
const MARGIN = 5;

/**
 * The encoding in which a text is most probably in a language that uses it, judged by the frequencies of letters beyond
 * ASCII.
 * @param decode decodes the text by an encoding
 */
export function likeliestEncoding(decode: (encoding: SingleByteEncoding) => string): SingleByteEncoding {
  const [western, ...others] = ENCODINGS.map((encoding) =>
    readAs(encoding, tellingLetters(decode(encoding), encoding)),
  ) as [Reading, ...Reading[]];
  const best = others.reduce((one, other) => (other.likelihood > one.likelihood ? other : one));
  return best.likelihood > western.likelihood + MARGIN && isLikelierWhereDifferent(best, western)
    ? best.encoding
    : western.encoding;
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

/** Compares two readings by the letters in which they differ: a few Czech names do not make a file Czech. */
function isLikelierWhereDifferent(one: Reading, other: Reading): boolean {
  const different = (reading: Reading, { letters }: Reading) =>
    likelihoodOf(
      reading.letters.filter((letter, index) => letter !== letters[index]),
      reading.language,
    );
  return one.letters.length !== other.letters.length || different(one, other) > different(other, one);
}

/** The letters beyond ASCII of a text; unknown ones if its words are not of the encoding's script. */
function tellingLetters(decoded: string, encoding: SingleByteEncoding): readonly string[] {
  const text = decoded.replaceAll(CAPITAL_IN_WORD, "\uFFFD");
  const letters = text.match(TELLING) ?? [];
  const strange = (text.match(LATIN.includes(encoding) ? OTHER_SCRIPT : BESIDE_ASCII) ?? []).join("").length;
  return strange * 5 > letters.length ? (text.match(/[^\0-\x7f]/gu) ?? []).map(() => "") : letters;
}

/** The logarithm of the probability of letters in a language. */
function likelihoodOf(letters: readonly string[], language: Frequencies): number {
  const unknown = Math.log(UNKNOWN);
  return letters.reduce(
    (sum, letter) => sum + (language.get(letter) ?? language.get(letter.toLowerCase()) ?? unknown),
    0,
  );
}
