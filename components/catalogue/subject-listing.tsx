import { LibraryBig } from "lucide-react";
import { PageNotice } from "@/components/ui/page-notice";
import { countOf, displayName } from "@/lib/catalogue/display";
import type { SubjectPage } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { BackLink } from "./back-link";
import { ListedCourseCard } from "./course-card";
import { listedCourseGrid } from "./grids";
import { SUBJECT_EMPTY } from "./not-found-notice";
import { Pager } from "./pager";

/** The number of cards above the fold on the widest screen: their pictures load first. */
const EAGER_CARDS = 4;
const LAID_OUT_CARDS = 48;

const lazyCard = "lazy-entry [contain-intrinsic-size:auto_20rem]";

export function subjectTitle(subject: string | null): string {
  return `${subject === null ? "All" : displayName(subject)} Courses`;
}

export function SubjectListing({ listing }: { listing: SubjectPage }) {
  return (
    <div className="shell py-6">
      <BackLink href={routes.home()} label="Back to home" />
      <h1 className="mt-3 font-serif text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {listing.subject === null ? "All" : <bdi>{displayName(listing.subject)}</bdi>} Courses
      </h1>
      <p className="mt-2 text-quiet">{countOf(listing.courseCount, "course")} available</p>
      {listing.courses.length === 0 ? (
        <PageNotice Icon={LibraryBig} title={SUBJECT_EMPTY} level={2} />
      ) : (
        <ul className={`mt-8 ${listedCourseGrid}`}>
          {listing.courses.map((course, position) => (
            <li key={course.courseId} className={position < LAID_OUT_CARDS ? undefined : lazyCard}>
              <ListedCourseCard
                course={course}
                subject={listing.subject ?? course.subject}
                eager={position < EAGER_CARDS}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager {...listing} pathOf={(page) => routes.subject(listing.subject, page)} />
    </div>
  );
}
