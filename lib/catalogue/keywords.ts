import type { Lecture } from "./types.ts";

const MAX_KEYWORDS = 10;

/** The most common keywords of a course's lectures; ties in order of appearance. Case is ignored. */
export function deriveKeywords(lectures: readonly Pick<Lecture, "keywords">[]): string[] {
  const counts = new Map<string, { keyword: string; count: number }>();
  for (const keyword of lectures.flatMap((lecture) => lecture.keywords)) {
    const key = keyword.toLowerCase();
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { keyword, count: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_KEYWORDS)
    .map(({ keyword }) => keyword);
}
