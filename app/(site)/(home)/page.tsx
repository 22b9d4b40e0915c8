import type { Metadata } from "next";
import { Hero } from "@/components/catalogue/hero";
import { NoCoursesYet } from "@/components/catalogue/no-courses-yet";
import { PopularTopics } from "@/components/catalogue/popular-topics";
import { SubjectSection } from "@/components/catalogue/subject-section";
import { getHome } from "@/lib/catalogue/queries.server";

export const dynamic = "force-static";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function HomePage() {
  const home = await getHome();
  return (
    <>
      <Hero home={home} />
      {home.sections.length === 0 ? (
        <NoCoursesYet />
      ) : (
        <>
          <PopularTopics subjects={home.sections} />
          {home.sections.map((section) => (
            <SubjectSection key={section.name} section={section} />
          ))}
        </>
      )}
    </>
  );
}
