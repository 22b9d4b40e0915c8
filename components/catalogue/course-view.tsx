import { Check } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { LectureCompletion } from "@/components/progress/islands.client";
import { buttonClasses } from "@/components/ui/button";
import { deriveKeywords } from "@/lib/catalogue/keywords";
import type { CoursePage, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { CourseActions } from "./course-actions";
import { CourseDetails } from "./course-details";
import { courseColumns } from "./grids";
import { Keywords } from "./keywords";
import { LectureSteps } from "./lecture-steps";
import { Player } from "./player";
import { Playlist } from "./playlist.client";
import { SimilarCourses } from "./similar-courses";

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
    <div className={`shell gap-x-8 gap-y-10 py-6 ${courseColumns}`}>
      <div className="flex min-w-0 flex-col gap-6">
        <div>{heading}</div>
        <Player videoId={current.videoId} title={current.name} />
        <div className="flex flex-wrap items-center gap-3">
          <LectureCompletion
            course={course.name}
            lecture={current.id}
            className={buttonClasses("outline", "needs-script")}
          >
            <Check aria-hidden="true" className="size-4" />
            Mark as complete
          </LectureCompletion>
          <LectureSteps course={course} current={current} />
        </div>
        <CourseDetails course={course} instructor={instructor} signIn={signIn} />
        {course.description ? (
          <section aria-labelledby="description">
            <h2 id="description" className="font-serif text-xl font-semibold">
              About this course
            </h2>
            <p className="mt-3 max-w-prose leading-relaxed break-words whitespace-pre-line">
              {course.description}
            </p>
          </section>
        ) : null}
        <Keywords keywords={deriveKeywords(course.lectures)} />
      </div>
      <aside aria-label="Course Playlists" className="flex min-w-0 flex-col gap-4 lg:row-span-2">
        <Playlist
          courseId={course.courseId}
          courseName={course.name}
          lectures={course.lectures.map(({ id, lectureId, number, name, thumbnailId }) => ({
            id,
            lectureId,
            number,
            name,
            thumbnailId,
          }))}
          current={current.id}
        />
        <CourseActions title={course.name} />
      </aside>
      <SimilarCourses courses={course.similar} />
    </div>
  );
}
