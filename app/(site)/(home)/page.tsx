import { AllSubjectsLink } from "@/components/catalogue/all-subjects-link";
import { Hero } from "@/components/catalogue/hero";
import { NoCoursesYet } from "@/components/catalogue/no-courses-yet";
import { PopularTopics } from "@/components/catalogue/popular-topics";
import { SubjectSection } from "@/components/catalogue/subject-section";
import { ContinueSection } from "@/components/continue/continue-section";
import { getHome } from "@/lib/catalogue/queries.server";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { pageMetadata } from "@/lib/page-metadata";
import { routes } from "@/lib/routes";
import { site } from "@/lib/site";

export const dynamic = "force-static";

export const metadata = pageMetadata({
  description: site.description,
  path: routes.home(),
  image: shareImage(null),
});

export default async function HomePage() {
  const home = await getHome();
  return (
    <>
      <ContinueSection />
      <Hero home={home} />
      {home.sections.length === 0 ? (
        <NoCoursesYet />
      ) : (
        <>
          <PopularTopics home={home} />
          {home.sections.map((section) => (
            <SubjectSection key={section.name} section={section} />
          ))}
          {home.subjectCount > home.sections.length ? (
            <div className="shell mt-14 flex justify-center">
              <AllSubjectsLink />
            </div>
          ) : null}
        </>
      )}
    </>
  );
}
