import { Watching } from "@/components/player/watching.client";
import { posterDocument } from "@/lib/catalogue/poster";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { playerUrl } from "@/lib/catalogue/youtube";

/** The player of a lecture, and beneath it the panel for watching. */
export function LecturePlayer({ course, current }: { course: Course; current: Lecture }) {
  const player = <Player videoId={current.videoId} title={current.name} />;
  if (!current.videoId) return player;
  const nth = course.lectures.indexOf(current) + 1;
  const next = course.lectures[nth];
  const about = {
    courseId: course.courseId,
    courseName: course.name,
    institution: course.institution,
    lectureId: current.lectureId,
    name: current.name,
    thumbnailId: current.thumbnailId,
    nth,
    lectureCount: course.lectures.length,
    next: next
      ? { id: next.id, lectureId: next.lectureId, name: next.name, thumbnailId: next.thumbnailId }
      : null,
  };
  return (
    <Watching key={current.id} lecture={{ id: current.id, videoId: current.videoId, about }}>
      {player}
    </Watching>
  );
}

/** As wide as its column, and no taller than the screen; in theatre mode as wide as the page. */
const screenSize =
  "w-full within-screen in-data-theatre:xl:max-w-none in-data-theatre:xl:max-h-[max(24rem,calc(100dvh-9.5rem))]";

function Player({ videoId, title }: { videoId: string | null; title: string }) {
  if (!videoId) {
    return (
      <div className={`thumbnail print:hidden rounded-xl ring-1 ring-line ${screenSize}`}>
        <p className="absolute bottom-4 text-sm text-quiet">This lecture has no video.</p>
      </div>
    );
  }
  return (
    <div
      className={`print:hidden relative aspect-video overflow-hidden rounded-xl bg-well outline-1 outline-transparent ring-1 ring-line ${screenSize}`}
    >
      <iframe
        data-poster=""
        title={`Video: ${title}`}
        src={playerUrl(videoId)}
        srcDoc={posterDocument(videoId, title)}
        allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture"
        allowFullScreen
        className="absolute inset-0 size-full"
      />
    </div>
  );
}
