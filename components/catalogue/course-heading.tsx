import type { ReactNode } from "react";
import { formatCount } from "@/lib/catalogue/display";
import { formatLength } from "@/lib/catalogue/lengths";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

const title =
  "font-serif text-2xl leading-tight font-semibold tracking-tight text-balance break-words sm:text-3xl";
const link =
  "rounded-sm font-semibold text-board pointer-coarse:-my-3.5 pointer-coarse:py-3.5 hover:underline";

/** The heading of a course's page, which has the course's first lecture in the player. */
export function CourseHeading({ course }: { course: Course }) {
  return (
    <>
      <Trail>
        <SubjectLink subject={course.subject} />
        <Position course={course} lecture={course.lectures[0]} />
      </Trail>
      <h1 className={title}>{course.name}</h1>
    </>
  );
}

/** The heading of a lecture's page. */
export function LectureHeading({ course, lecture }: { course: Course; lecture: Lecture }) {
  return (
    <>
      <Trail>
        <SubjectLink subject={course.subject} />
        <Part>
          {/* On a phone at most two lines: the name may be as long as a paragraph. */}
          <a href={routes.course(course.courseId)} className={link}>
            <span className="max-sm:line-clamp-2">{course.name}</span>
          </a>
        </Part>
        <Position course={course} lecture={lecture} />
      </Trail>
      <h1 className={title}>{lecture.name}</h1>
    </>
  );
}

/** The line above a heading: from the subject down to the lecture. Slashes at the start of its lines are clipped. */
function Trail({ children }: { children: ReactNode }) {
  return (
    <p className="mb-1 -ml-5 flex flex-wrap text-sm [clip-path:inset(-1rem_-1rem_-1rem_1rem)]">{children}</p>
  );
}

/** A part of the trail, with a slash before it. */
function Part({ children }: { children: ReactNode }) {
  return (
    <span className="flex">
      <span aria-hidden="true" className="w-5 shrink-0 text-center text-quiet">
        /
      </span>
      {children}
    </span>
  );
}

function SubjectLink({ subject }: { subject: string | null }) {
  if (!subject) return null;
  return (
    <Part>
      <a href={routes.subject(subject)} className={link}>
        {subject}
      </a>
    </Part>
  );
}

function Position({ course, lecture }: { course: Course; lecture: Lecture | undefined }) {
  const index = course.lectures.findIndex(({ id }) => id === lecture?.id);
  return (
    <Part>
      <span className="text-quiet">
        Lecture {formatCount(index + 1)} of {formatCount(course.lectures.length)}
        {lecture && lecture.seconds !== null ? ` · ${formatLength(lecture.seconds)}` : null}
      </span>
    </Part>
  );
}
