import { Shapes } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";
import { countOf } from "@/lib/catalogue/display";
import type { SubjectList as List, Subject } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { ALL_SUBJECTS } from "./all-subjects-link";
import { BackLink } from "./back-link";
import { topicGrid } from "./grids";
import { Pager } from "./pager";

/** A page of all subjects. */
export function SubjectList({ list }: { list: List }) {
  return (
    <div className="shell py-6">
      <BackLink href={routes.home()} label="Back to home" />
      <h1 className="mt-3 font-serif text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {ALL_SUBJECTS}
      </h1>
      <p className="mt-2 text-quiet">{countOf(list.subjectCount, "subject")}</p>
      {list.subjects.length === 0 ? <NoSubjectsYet /> : <Subjects subjects={list.subjects} />}
      <Pager {...list} pathOf={routes.allSubjects} />
    </div>
  );
}

function NoSubjectsYet() {
  return (
    <PageNotice Icon={Shapes} title="No Subjects Yet" hint="They come with courses that name one" level={2}>
      <a href={routes.allCourses()} className={buttonClasses("outline", "mt-6")}>
        All Courses
      </a>
    </PageNotice>
  );
}

function Subjects({ subjects }: { subjects: readonly Subject[] }) {
  return (
    <ul className={`mt-8 ${topicGrid}`}>
      {subjects.map(({ name, courseCount }) => (
        <li key={name}>
          <a
            href={routes.subject(name)}
            className="group block h-full rounded-xl border border-line bg-card p-3 hover:border-board"
          >
            <span className="block leading-tight font-semibold group-hover:text-board">{name}</span>
            <span className="mt-0.5 block text-sm text-quiet">{countOf(courseCount, "course")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
