import { LectureTick } from "@/components/progress/islands.client";
import { classNames } from "@/components/ui/class-names";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { PlaylistScroller } from "./playlist-scroller.client";
import { Thumbnail } from "./thumbnail";

/** Entries around the current one that are laid out at once; others when they are scrolled to. */
const LAID_OUT_ENTRIES = 12;

/** The lectures of a course. The one that plays is marked, and scrolled to. */
export function Playlist({ course, current }: { course: Course; current: Lecture }) {
  const currentIndex = course.lectures.findIndex(({ id }) => id === current.id);
  return (
    <section aria-labelledby="playlist" className="overflow-hidden rounded-xl border border-line bg-card">
      <h2 id="playlist" className="border-b border-line px-4 py-3 font-serif text-lg font-semibold">
        Course Playlists
      </h2>
      <PlaylistScroller current={current.lectureId}>
        <ol>
          {course.lectures.map((lecture, index) => (
            <li
              key={lecture.id}
              className={classNames(
                "flex items-center border-b border-line last:border-0",
                index === currentIndex && "bg-board-soft",
                Math.abs(index - currentIndex) > LAID_OUT_ENTRIES &&
                  "lazy-entry [contain-intrinsic-size:auto_4.9375rem]",
              )}
            >
              <PlaylistEntry
                courseId={course.courseId}
                lecture={lecture}
                position={index + 1}
                isCurrent={lecture.id === current.id}
              />
              <LectureTick course={course.name} lecture={lecture.id} name={lecture.name} />
            </li>
          ))}
        </ol>
      </PlaylistScroller>
    </section>
  );
}

type PlaylistEntryProps = { courseId: string; lecture: Lecture; position: number; isCurrent: boolean };

function PlaylistEntry({ courseId, lecture, position, isCurrent }: PlaylistEntryProps) {
  return (
    <a
      href={routes.lecture(courseId, lecture.lectureId)}
      aria-current={isCurrent ? "true" : undefined}
      className={classNames(
        "flex min-w-0 flex-1 items-center gap-3 p-3 hover:bg-well focus-visible:-outline-offset-2",
      )}
    >
      <span
        className={classNames(
          "w-7 shrink-0 text-center text-sm tabular-nums",
          isCurrent ? "font-bold text-board" : "text-quiet",
        )}
      >
        {lecture.number ?? position}
      </span>
      <Thumbnail videoId={lecture.thumbnailId} className="w-24 shrink-0 rounded-md" />
      <span
        className={classNames(
          "line-clamp-2 min-w-0 text-sm leading-snug",
          isCurrent && "font-semibold text-board",
        )}
      >
        {lecture.name}
      </span>
    </a>
  );
}
