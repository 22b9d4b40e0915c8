import { Check, ChevronDown, NotebookPen, RectangleHorizontal } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Notes } from "@/components/notes/notes.client";
import { UP_NEXT } from "@/components/player/player-places";
import { LectureCompletion } from "@/components/progress/islands.client";
import { buttonClasses } from "@/components/ui/button";
import { deriveKeywords } from "@/lib/catalogue/keywords";
import { formatLength } from "@/lib/catalogue/lengths";
import type { CoursePage, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { CourseActions } from "./course-actions";
import { CourseDetails } from "./course-details";
import { courseColumns, theatreWide } from "./grids";
import { Keywords } from "./keywords";
import { LectureSteps } from "./lecture-steps";
import { LecturePlayer } from "./player";
import { Playlist } from "./playlist.client";
import { SimilarCourses } from "./similar-courses";
import { TheatreToggle } from "./theatre-toggle.client";

type CourseViewProps = {
  course: CoursePage;
  current: Lecture;
  heading: ReactNode;
  instructor: string | null;
  path: Route;
};

/** The course page and every lecture page: a course with one of its lectures in the player. */
export function CourseView({ course, current, heading, instructor, path }: CourseViewProps) {
  const signIn = routes.signIn(path);
  return (
    <div className={`shell gap-x-8 gap-y-8 py-6 lg:grid-rows-[auto_1fr] ${courseColumns}`}>
      {/* Gets the focus when an element that cannot be focused is pressed, so that the player's keys work there. */}
      <section
        aria-label="Lecture"
        tabIndex={-1}
        className={`flex min-w-0 flex-col gap-4 outline-none sm:gap-6 ${theatreWide}`}
      >
        <div>{heading}</div>
        <LecturePlayer course={course} current={current} />
        <div className="print:hidden">
          <div className="flex gap-3">
            <LectureSteps course={course} current={current}>
              <LectureCompletion
                course={course.name}
                lecture={current.id}
                className="needs-script max-sm:grow max-sm:px-2 sm:min-w-48"
              >
                <Check aria-hidden="true" className="size-4" />
                Mark as complete
              </LectureCompletion>
            </LectureSteps>
            <TheatreToggle
              className={buttonClasses(
                "outline",
                "needs-script max-xl:hidden in-data-theatre:border-board in-data-theatre:bg-board-soft in-data-theatre:text-board",
              )}
            >
              <RectangleHorizontal aria-hidden="true" className="size-4" />
              Theatre
            </TheatreToggle>
          </div>
          <div id={UP_NEXT} />
        </div>
        {current.videoId ? (
          <Notes
            key={current.id}
            lecture={{
              recordId: current.id,
              videoId: current.videoId,
              courseId: course.courseId,
              courseName: course.name,
              institution: course.institution,
              lectureId: current.lectureId,
              lectureName: current.name,
            }}
            icons={{
              write: <NotebookPen aria-hidden="true" className="size-4" />,
              open: <ChevronDown aria-hidden="true" className="size-4 group-aria-expanded:rotate-180" />,
            }}
            look={buttonClasses("outline", "min-w-[min(9.5rem,45vw)] tabular-nums")}
          />
        ) : null}
      </section>
      <aside
        aria-label="Course Playlists"
        className="flex min-w-0 flex-col gap-4 lg:row-span-2 in-data-theatre:xl:row-span-1"
      >
        <Playlist
          courseId={course.courseId}
          courseName={course.name}
          lectures={course.lectures.map(({ id, lectureId, number, name, thumbnailId, seconds }) => ({
            id,
            lectureId,
            number,
            name,
            thumbnailId,
            ...(seconds !== null && { length: formatLength(seconds) }),
          }))}
          current={current.id}
          unfold={<ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />}
        />
        <CourseActions title={course.name} />
      </aside>
      <div className="flex min-w-0 flex-col gap-6">
        <CourseDetails course={course} instructor={instructor} signIn={signIn} />
        {course.description ? (
          <section aria-labelledby="description">
            <h2 id="description" className="font-serif text-xl font-semibold">
              About this course
            </h2>
            <p className="mt-3 max-w-prose leading-relaxed break-words whitespace-pre-line [unicode-bidi:plaintext]">
              {course.description}
            </p>
          </section>
        ) : null}
        <Keywords keywords={deriveKeywords(course.lectures)} />
        <SimilarCourses courses={course.similar} />
      </div>
    </div>
  );
}
