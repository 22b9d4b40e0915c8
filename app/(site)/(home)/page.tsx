import { AllSubjectsLink } from "@/components/catalogue/all-subjects-link";
import { CourseSection } from "@/components/catalogue/course-section";
import { Hero } from "@/components/catalogue/hero";
import { NoCoursesYet } from "@/components/catalogue/no-courses-yet";
import { PopularTopics } from "@/components/catalogue/popular-topics";
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
      {home.courseCount === 0 ? (
        <NoCoursesYet />
      ) : (
        <>
          {home.sections.length > 0 ? <PopularTopics home={home} /> : null}
          {home.sections.map(({ name, courses }) => (
            <CourseSection
              key={name}
              title={name}
              href={routes.subject(name)}
              label={`See all ${name} courses`}
              courses={courses}
            />
          ))}
          {home.courses.length > 0 ? (
            <CourseSection
              title="All Courses"
              href={routes.allCourses()}
              label="See all courses"
              courses={home.courses}
            />
          ) : null}
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
