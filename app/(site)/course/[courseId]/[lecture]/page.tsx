import type { Metadata } from "next";
import { LectureHeading } from "@/components/catalogue/course-heading";
import { CourseView } from "@/components/catalogue/course-view";
import { JsonLd } from "@/components/catalogue/json-ld";
import {
  CourseNotFound,
  courseNotFound,
  LectureNotFound,
  lectureNotFound,
} from "@/components/catalogue/not-found-notice";
import { describeLecture } from "@/lib/catalogue/descriptions";
import { getCoursePage } from "@/lib/catalogue/queries.server";
import { breadcrumbList, courseCrumbs, videoData } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { decodeSegment, encodedSegment, routes } from "@/lib/routes";
import { followMove } from "../../follow-move";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Params = PageProps<"/course/[courseId]/[lecture]">["params"];

async function findLecture(courseSegment: string, lectureSegment: string) {
  const course = await getCoursePage(decodeSegment(courseSegment));
  const lectureId = decodeSegment(lectureSegment);
  return { course, lecture: course?.lectures.find((candidate) => candidate.lectureId === lectureId) };
}

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { courseId, lecture: lectureId } = await params;
  const { course, lecture } = await findLecture(encodedSegment(courseId), encodedSegment(lectureId));
  if (!course) return courseNotFound;
  if (!lecture) return lectureNotFound;
  return pageMetadata({
    title: `${lecture.name} | ${course.name}`,
    description: describeLecture(course, lecture),
    path: routes.lecture(course.courseId, lecture.lectureId),
    image: shareImage(lecture.thumbnailId),
  });
}

export default async function LecturePage({ params }: { params: Params }) {
  const { courseId, lecture: lectureId } = await params;
  const { course, lecture } = await findLecture(courseId, lectureId);
  if (!course) {
    await followMove(decodeSegment(courseId), decodeSegment(lectureId));
    return <CourseNotFound />;
  }
  if (!lecture) return <LectureNotFound course={course} />;
  const siteUrl = getSiteUrl();
  const path = routes.lecture(course.courseId, lecture.lectureId);
  const video = videoData(siteUrl, course, lecture);
  return (
    <>
      <JsonLd data={breadcrumbList(siteUrl, [...courseCrumbs(course), { name: lecture.name, path }])} />
      {video ? <JsonLd data={video} /> : null}
      <CourseView
        course={course}
        current={lecture}
        heading={<LectureHeading course={course} lecture={lecture} />}
        instructor={lecture.instructor ?? course.instructor}
        path={path}
      />
    </>
  );
}
