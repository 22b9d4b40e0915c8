import { Search, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { SearchHeading } from "@/components/catalogue/search-heading";
import { SearchNotice } from "@/components/catalogue/search-notice";
import { SearchResult } from "@/components/catalogue/search-result";
import { ShownQuery } from "@/components/site/navigation.client";
import { SearchForm } from "@/components/site/search-form.client";
import { countOf } from "@/lib/catalogue/display";
import { searchLectures } from "@/lib/catalogue/queries.server";
import { groupByCourse, isSearchable, parseQuery } from "@/lib/catalogue/search";

/** Results above the fold. */
const EAGER_RESULTS = 3;
/** Results that are laid out at once; those behind them when they are scrolled to. */
const LAID_OUT_RESULTS = 20;

export async function generateMetadata({ searchParams }: PageProps<"/search">): Promise<Metadata> {
  const query = parseQuery((await searchParams).q);
  return { title: query ? `Search: ${query}` : "Search", robots: { index: false, follow: true } };
}

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const query = parseQuery((await searchParams).q);
  return (
    <div className="shell py-8">
      <ShownQuery query={query} />
      <div className="mb-8 max-w-xl md:hidden">
        <SearchForm label="Search again" />
      </div>
      {isSearchable(query) ? <Results query={query} /> : <Start query={query} />}
    </div>
  );
}

function Start({ query }: { query: string }) {
  const hint = query
    ? "Type at least two characters to search"
    : "Find courses and lectures by name, subject or keyword";
  return <SearchNotice Icon={Search} title="Start your search" hint={hint} isHeading />;
}

async function Results({ query }: { query: string }) {
  const found = await searchLectures(query);
  const courses = groupByCourse(found);
  return (
    <>
      <SearchHeading query={query} />
      {found.length === 0 ? (
        <SearchNotice
          Icon={SearchX}
          title="No results found"
          hint="Try different keywords or check your spelling"
        />
      ) : (
        <>
          <p className="mt-2 text-quiet">
            About {countOf(found.length, "result")} ({countOf(courses.length, "course")})
          </p>
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
      )}
    </>
  );
}
