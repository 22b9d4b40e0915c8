import { createRandom } from "./random.ts";

/** Texts that are difficult for a search: wildcards, symbols, letters with irregular case, control characters. */
export const HOSTILE_TERMS = [
  "%%",
  "__",
  "a_b",
  "100%",
  "%25",
  "\\\\",
  "\\n",
  "'s",
  "''",
  '"quoted"',
  "“quoted”",
  "’s",
  "(part 1)",
  "(x, y)",
  "x,y",
  "c++",
  "C#",
  "q&a",
  "a.b",
  "**",
  "::",
  "&&",
  "?!",
  "--",
  ". .",
  "(or",
  "null",
  "x\u001fy",
  "\u001f\u001f",
  "ÉA",
  "NAÏVE",
  "montréal",
  "e\u0301a",
  "\u0301\u0301",
  "İs",
  "istanbul",
  "İSTANBUL",
  "ıs",
  "ISTANBUL",
  "ss",
  "STRASSE",
  "ẞ?",
  "οδος",
  "ΟΔΟΣ",
  "οδοσ",
  "日本",
  "日本語",
  "🎉🎉",
  "ﬁn",
  "00",
  "JA",
  "jaja",
  "xbcd",
  "Q0",
];

/**
 * `count` texts to search for, always the same for a list of titles: the hostile ones, then words, parts of words,
 * neighbouring words, titles and pieces of titles, of 2 to about 60 characters in either case, from very frequent
 * texts to some that no title contains.
 */
export function chooseTerms(titles: readonly string[], count: number): string[] {
  const random = createRandom(6);
  const terms = new Set(HOSTILE_TERMS);
  const frequent = mostFrequentWords(titles);
  for (let index = 0; terms.size < count; index++) {
    const title = random.pick(titles);
    const words = title.split(/\s+/);
    const start = random.between(0, Math.max(0, words.length - 3));
    const word = random.pick(words);
    const cut = random.between(0, Math.max(0, title.length - 3));
    const candidates = [
      word,
      word.slice(0, random.between(2, 5)),
      word.slice(-random.between(2, 5)),
      words.slice(start, start + 2).join(" "),
      words
        .slice(start, start + 3)
        .join(" ")
        .toUpperCase(),
      title.slice(cut, cut + random.between(2, 12)),
      title.slice(cut, cut + 2),
      title.slice(0, 60),
      frequent[Math.floor(frequent.length ** random.next())] ?? "the",
      `${word}${random.pick(["zq", "  ", "%", "q9", "é"])}`,
    ];
    const term = candidates[index % candidates.length]?.toWellFormed().trim() ?? "";
    if ([...term].length >= 2) terms.add(term);
  }
  return [...terms].slice(0, count);
}

function mostFrequentWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of titles.flatMap((title) => title.toLowerCase().split(/[^\p{L}\d]+/u))) {
    if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
}
