import { ArrowRight } from "lucide-react";
import type { Route } from "next";
import type { CourseCard as Course } from "@/lib/catalogue/types";
import { CourseCard } from "./course-card";
import { courseGrid } from "./grids";

type CourseSectionProps = {
  title: string;
  /** The page of all its courses. */
  href: Route;
  /** The accessible name of the link to it; begins with the visible text, "See all". */
  label: string;
  courses: readonly Course[];
};

/** Some courses of the home page, with a link to all of them. */
export function CourseSection({ title, href, label, courses }: CourseSectionProps) {
  return (
    <section className="shell pt-14" aria-label={title}>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="before-link font-serif text-2xl font-semibold tracking-tight">{title}</h2>
        <a
          href={href}
          aria-label={label}
          className="inline-flex shrink-0 items-center gap-1 rounded-md py-2 pointer-coarse:-my-1 pointer-coarse:py-3 text-sm font-semibold text-board hover:underline"
        >
          See all
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </div>
      <ul className={courseGrid}>
        {courses.map((course) => (
          <li key={course.courseId}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
