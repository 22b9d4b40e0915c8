import type { Metadata } from "next";
import { CourseHeading } from "@/components/catalogue/course-heading";
import { CourseView } from "@/components/catalogue/course-view";
import { JsonLd } from "@/components/catalogue/json-ld";
import { CourseNotFound, courseNotFound } from "@/components/catalogue/not-found-notice";
import { TakeQuiz } from "@/components/quiz/take-quiz";
import { describeCourse } from "@/lib/catalogue/descriptions";
import { getCoursePage } from "@/lib/catalogue/queries.server";
import { breadcrumbList, courseCrumbs, courseData } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { decodeSegment, encodedSegment, routes } from "@/lib/routes";
import { followMove } from "../follow-move";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: PageProps<"/course/[courseId]">): Promise<Metadata> {
  const course = await getCoursePage(decodeSegment(encodedSegment((await params).courseId)));
  if (!course) return courseNotFound;
  return pageMetadata({
    title: course.name,
    description: describeCourse(course),
    path: routes.course(course.courseId),
    image: shareImage(course.thumbnailId),
  });
}

export default async function CoursePage({ params }: PageProps<"/course/[courseId]">) {
  const courseId = decodeSegment((await params).courseId);
  const course = await getCoursePage(courseId);
  if (!course) {
    await followMove(courseId);
    return <CourseNotFound />;
  }
  const siteUrl = getSiteUrl();
  return (
    <>
      <JsonLd data={breadcrumbList(siteUrl, courseCrumbs(course))} />
      <JsonLd data={courseData(siteUrl, course)} />
      <CourseView
        course={course}
        current={course.lectures[0]}
        heading={
          <>
            <CourseHeading course={course} />
            {course.questionCount > 0 ? <TakeQuiz courseId={course.courseId} /> : null}
          </>
        }
        instructor={course.instructor}
        path={routes.course(course.courseId)}
      />
    </>
  );
}
