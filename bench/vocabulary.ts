import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ImportedLecture } from "../lib/lecture-import/columns.ts";
import { importLectures } from "../lib/lecture-import/import-lectures.ts";
import { createRandom, type Random } from "./random.ts";

const PRESETS = fileURLToPath(new URL("../public/data/", import.meta.url));

/** The lectures of the preset files, in the order of the files. */
export async function readPresets(): Promise<ImportedLecture[]> {
  const lectures: ImportedLecture[] = [];
  const writeBatch = async (batch: { lectures: ImportedLecture[] }) => {
    lectures.push(...batch.lectures);
    return { inserted: batch.lectures.length, updated: 0, unchanged: 0, rejected: 0 };
  };
  const files = (await readdir(PRESETS)).filter((name) => name.endsWith(".csv")).sort();
  for (const file of files) await importLectures(createReadStream(PRESETS + file), { writeBatch });
  return lectures;
}

/** Words for titles: the probability of a word falls with its rank, as in natural language (Zipf). */
export type Vocabulary = { words(count: number, random: Random): string };

const SIZE = 30_000;
const SYLLABLES =
  "ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo ga ge gi go ha he hi ho ka ki la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po qua ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa xe ya ze zo tion ment ness ing ed er ly al ic ous phy log".split(
    " ",
  );

/** The words of real titles, the most frequent first, then invented words up to 30,000 in total. */
export function createVocabulary(titles: Iterable<string>): Vocabulary {
  const counts = new Map<string, number>();
  for (const title of titles) {
    for (const word of title.toLowerCase().match(/[\p{L}\d+#]{2,}/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const known = new Set(ranked.slice(0, SIZE));
  const random = createRandom(20_261_121);
  while (known.size < SIZE) {
    known.add(Array.from({ length: random.between(2, 4) }, () => random.pick(SYLLABLES)).join(""));
  }
  const list = [...known];
  return {
    words: (count, source) =>
      Array.from({ length: count }, () => list[Math.floor(SIZE ** source.next()) - 1] as string).join(" "),
  };
}

/** The vocabulary of the presets' lecture names. */
export async function readVocabulary(): Promise<Vocabulary> {
  return createVocabulary((await readPresets()).map((lecture) => lecture.lecture_name));
}
