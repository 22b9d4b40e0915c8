import type { Lecture } from "./types.ts";

/** At most this many keywords are shown on a course page. */
export const KEYWORDS_SHOWN = 10;

/**
 * The keywords that say most about a course: those most of its lectures carry, in the order in
 * which they first appear where equally many do. Case is ignored in telling them apart.
 */
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
    .slice(0, KEYWORDS_SHOWN)
    .map(({ keyword }) => keyword);
}
