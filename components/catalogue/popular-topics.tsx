import { countOf } from "@/lib/catalogue/display";
import type { Home } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { AllSubjectsLink } from "./all-subjects-link";
import { topicGrid } from "./grids";
import { SubjectIcon } from "./subject-icon";

export function PopularTopics({ home }: { home: Home }) {
  return (
    <section className="shell mt-14" aria-labelledby="popular-topics">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="popular-topics" className="before-link font-serif text-2xl font-semibold tracking-tight">
          Popular Topics
        </h2>
        <a
          href={routes.allCourses()}
          className="rounded-md py-2 pointer-coarse:-my-1 pointer-coarse:py-3 text-sm font-semibold text-board hover:underline"
        >
          All Courses
        </a>
      </div>
      <ul className={`mt-5 ${topicGrid}`}>
        {home.sections.map((subject) => (
          <li key={subject.name}>
            <a
              href={routes.subject(subject.name)}
              className="group flex h-full flex-wrap items-center gap-2.5 min-[22rem]:max-[27rem]:flex-col min-[22rem]:max-[27rem]:items-start rounded-xl border border-line bg-card p-2.5 transition-colors sm:gap-3 sm:p-3 hover:border-board"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-board-soft text-board sm:size-11">
                <SubjectIcon subject={subject.name} className="size-5" />
              </span>
              <span className="before-link max-w-full">
                <span className="block text-[0.9375rem] leading-tight font-semibold group-hover:text-board sm:text-base">
                  {subject.name}
                </span>
                <span className="mt-0.5 block text-sm text-quiet">
                  {countOf(subject.courseCount, "course")}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {home.subjectCount > home.sections.length ? <AllSubjectsLink className="mt-5" /> : null}
    </section>
  );
}
