import type { Course } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

const title =
  "font-serif text-2xl leading-tight font-semibold tracking-tight text-balance break-words sm:text-3xl";
const link = "rounded-sm font-semibold text-board hover:underline";

export function CourseHeading({ course }: { course: Course }) {
  return (
    <>
      {course.subject ? (
        <p className="mb-1 text-sm">
          <a href={routes.subject(course.subject)} className={link}>
            {course.subject}
          </a>
        </p>
      ) : null}
      <h1 className={title}>{course.name}</h1>
    </>
  );
}

export function LectureHeading({ course, name }: { course: Course; name: string }) {
  return (
    <>
      <p className="mb-1 flex flex-wrap gap-x-2 text-sm">
        {course.subject ? (
          <>
            <a href={routes.subject(course.subject)} className={link}>
              {course.subject}
            </a>
            <span aria-hidden="true" className="text-quiet">
              /
            </span>
          </>
        ) : null}
        <a href={routes.course(course.courseId)} className={link}>
          {course.name}
        </a>
      </p>
      <h1 className={title}>{name}</h1>
    </>
  );
}
