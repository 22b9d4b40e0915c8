import { countOf, displayName, formatCount } from "@/lib/catalogue/display";
import type { CourseResult } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { WideCard } from "./wide-card";

export function SearchResult({ result, eager }: { result: CourseResult; eager: boolean }) {
  const more = result.matchCount - result.matches.length;
  return (
    <WideCard videoId={result.thumbnailId} eager={eager}>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <a href={routes.course(result.courseId)} className="card-link">
            {displayName(result.name)}
          </a>
        </h2>
        <p className="mt-1 text-sm text-quiet">
          <bdi>{result.institution ?? "N/A"}</bdi> · {lectureCount(result)}
        </p>
        {result.description ? (
          <p className="mt-2 line-clamp-2 text-sm [unicode-bidi:plaintext]">{result.description}</p>
        ) : null}
        <ul aria-label="Matching lectures" className="mt-3 flex flex-wrap gap-2">
          {result.matches.map((lecture) => (
            <li key={lecture.lectureId} className="relative z-10 max-w-full">
              <a
                href={routes.lecture(result.courseId, lecture.lectureId)}
                dir="auto"
                className="block truncate rounded-full bg-well px-3 py-1.5 text-xs pointer-coarse:py-3.5 forced-colors:border hover:bg-board-soft hover:text-board"
              >
                {lecture.name}
              </a>
            </li>
          ))}
          {more > 0 ? (
            <li className="px-1 py-1.5 text-xs font-semibold text-quiet">+{formatCount(more)} more</li>
          ) : null}
        </ul>
        {result.subject ? (
          <p className="mt-3 text-sm">
            <a
              href={routes.subject(result.subject)}
              className="relative z-10 rounded-sm py-3 font-semibold text-board hover:underline"
            >
              {result.subject}
            </a>
          </p>
        ) : null}
      </div>
    </WideCard>
  );
}

/** `24 lectures`, or `3 of 24 lectures` if not all of them matched. */
function lectureCount({ matchCount, lectureCount }: CourseResult): string {
  const all = countOf(lectureCount, "lecture");
  return matchCount < lectureCount ? `${formatCount(matchCount)} of ${all}` : all;
}
