import { ArrowRight } from "lucide-react";
import type { SubjectSection as Section } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { CourseCard } from "./course-card";
import { courseGrid } from "./grids";

export function SubjectSection({ section }: { section: Section }) {
  return (
    <section className="shell pt-14" aria-label={section.name}>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="before-link font-serif text-2xl font-semibold tracking-tight">{section.name}</h2>
        <a
          href={routes.subject(section.name)}
          aria-label={`See all ${section.name} courses`}
          className="inline-flex shrink-0 items-center gap-1 rounded-md py-2 text-sm font-semibold text-board hover:underline"
        >
          See all
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </div>
      <ul className={courseGrid}>
        {section.courses.map((course) => (
          <li key={course.courseId}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
