import { Hero } from "@/components/catalogue/hero";
import { NoCoursesYet } from "@/components/catalogue/no-courses-yet";
import { PopularTopics } from "@/components/catalogue/popular-topics";
import { SubjectSection } from "@/components/catalogue/subject-section";
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
