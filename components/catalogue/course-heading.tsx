import type { ReactNode } from "react";
import { formatCount } from "@/lib/catalogue/display";
import { formatLength } from "@/lib/catalogue/lengths";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

const title =
  "font-serif text-2xl leading-tight font-semibold tracking-tight text-balance break-words sm:text-3xl";
const link = "rounded-sm font-semibold text-board pointer-coarse:py-3.5 hover:underline";

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
        {/* On a phone at most two lines: the name may be as long as a paragraph. */}
        <span className="max-sm:flex max-sm:items-end">
          <a href={routes.course(course.courseId)} className={`${link} max-sm:pointer-coarse:-my-3.5`}>
            <span className="max-sm:line-clamp-2">{course.name}</span>
          </a>
          <Slash />
        </span>
        <Position course={course} lecture={lecture} />
      </Trail>
      <h1 className={title}>{lecture.name}</h1>
    </>
  );
}

/** The line above a heading: from the subject down to the lecture. */
function Trail({ children }: { children: ReactNode }) {
  return <p className="mb-1 flex flex-wrap gap-x-2 text-sm">{children}</p>;
}

function Slash() {
  return (
    <span aria-hidden="true" className="ml-2 text-quiet">
      /
    </span>
  );
}

function SubjectLink({ subject }: { subject: string | null }) {
  if (!subject) return null;
  return (
    <span>
      <a href={routes.subject(subject)} className={link}>
        {subject}
      </a>
      <Slash />
    </span>
  );
}

function Position({ course, lecture }: { course: Course; lecture: Lecture | undefined }) {
  const index = course.lectures.findIndex(({ id }) => id === lecture?.id);
  return (
    <span className="text-quiet">
      Lecture {formatCount(index + 1)} of {formatCount(course.lectures.length)}
      {lecture && lecture.seconds !== null ? ` · ${formatLength(lecture.seconds)}` : null}
    </span>
  );
}
