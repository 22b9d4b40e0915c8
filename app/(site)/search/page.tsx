import { Search, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { SearchNotice } from "@/components/catalogue/search-notice";
import { SearchResult } from "@/components/catalogue/search-result";
import { ResultsSkeleton } from "@/components/catalogue/skeletons";
import { SearchArea } from "@/components/site/search-area.client";
import { SearchForm } from "@/components/site/search-form";
import { SearchHeading } from "@/components/site/search-heading";
import { countOf } from "@/lib/catalogue/display";
import { noteSearch } from "@/lib/catalogue/missed-searches.server";
import { searchCatalogue } from "@/lib/catalogue/queries.server";
import { isSearchable, parseQuery } from "@/lib/catalogue/search";
import type { CourseResult } from "@/lib/catalogue/types";

/** Results above the fold. */
const EAGER_RESULTS = 3;
/** Results that are laid out at once; later ones are laid out when scrolled to. */
const LAID_OUT_RESULTS = 20;

const NOTHING_FOUND = "No results found";
const TOO_SHORT = "Type at least two characters to search";

export async function generateMetadata({ searchParams }: PageProps<"/search">): Promise<Metadata> {
  const query = parseQuery((await searchParams).q);
  return { title: query ? `Search: ${query}` : "Search", robots: { index: false, follow: true } };
}

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const query = parseQuery((await searchParams).q);
  const courses = isSearchable(query) ? await search(query) : [];
  const summary = courses.length > 0 ? summarize(courses) : NOTHING_FOUND;
  return (
    <div className="shell py-8">
      <div className="mb-8 max-w-xl md:hidden">
        <SearchForm label="Search again" />
      </div>
      <SearchArea
        query={query}
        summary={summary}
        start={<Start hint={TOO_SHORT} />}
        skeleton={<ResultsSkeleton />}
      >
        {isSearchable(query) ? (
          <>
            <SearchHeading query={query} />
            {courses.length > 0 ? <Results summary={summary} courses={courses} /> : <NothingFound />}
          </>
        ) : (
          <Start hint={query ? TOO_SHORT : "Find courses and lectures by name, subject or keyword"} />
        )}
      </SearchArea>
    </div>
  );
}

async function search(query: string): Promise<CourseResult[]> {
  const courses = await searchCatalogue(query);
  noteSearch(query, courses.length > 0);
  return courses;
}

function summarize(courses: CourseResult[]): string {
  const lectures = courses.reduce((sum, { matchCount }) => sum + matchCount, 0);
  return `About ${countOf(lectures, "result")} (${countOf(courses.length, "course")})`;
}

function Start({ hint }: { hint: string }) {
  return <SearchNotice Icon={Search} title="Start your search" hint={hint} isHeading />;
}

function NothingFound() {
  return (
    <SearchNotice Icon={SearchX} title={NOTHING_FOUND} hint="Try different keywords or check your spelling" />
  );
}

function Results({ summary, courses }: { summary: string; courses: CourseResult[] }) {
  return (
    <>
      <p className="mt-2 text-quiet">{summary}</p>
      <ul className="mt-8 flex flex-col gap-4">
        {courses.map((course, position) => (
          <li
            key={course.courseId}
            className={
              position < LAID_OUT_RESULTS ? undefined : "lazy-entry [contain-intrinsic-size:auto_12rem]"
            }
          >
            <SearchResult result={course} eager={position < EAGER_RESULTS} />
          </li>
        ))}
      </ul>
    </>
  );
}
