import { SearchX } from "lucide-react";
import type { Metadata, Route } from "next";
import { buttonClasses } from "@/components/ui/button";
import { NotFoundStatus } from "@/components/ui/not-found-status";
import { PageNotice } from "@/components/ui/page-notice";
import type { Course } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

const COURSE = "Course not found";
const LECTURE = "Lecture not found";
export const SUBJECT_EMPTY = "No courses found in this category.";
const PAGE = "Oops! Page not found";

const metadata = (title: string): Metadata => ({ title, robots: { index: false } });

/** The metadata of pages whose address names nothing; what they show is below. Their status is 404. */
export const courseNotFound = metadata(COURSE);
export const lectureNotFound = metadata(LECTURE);
export const subjectNotFound = metadata("No courses found");
export const listPageNotFound = metadata("Page not found");

export function CourseNotFound() {
  return <NotFoundNotice title={COURSE} back={{ href: routes.home(), label: "Back to Courses" }} />;
}

/** The course exists, but has no such lecture. */
export function LectureNotFound({ course }: { course: Course }) {
  return (
    <NotFoundNotice
      title={LECTURE}
      hint={`There is no such lecture in ${course.name}.`}
      back={{ href: routes.course(course.courseId), label: "Go to the course" }}
    />
  );
}

export function SubjectNotFound() {
  return <NotFoundNotice title={SUBJECT_EMPTY} back={{ href: routes.home(), label: "Back to home" }} />;
}

/** A page number beyond the last page of a list. */
export function ListPageNotFound({ firstPage }: { firstPage: Route }) {
  return <NotFoundNotice title={PAGE} back={{ href: firstPage, label: "Go to the first page" }} />;
}

type NotFoundNoticeProps = { title: string; hint?: string; back: { href: Route; label: string } };

function NotFoundNotice({ back, ...notice }: NotFoundNoticeProps) {
  return (
    <PageNotice Icon={SearchX} {...notice}>
      <NotFoundStatus />
      <a href={back.href} className={buttonClasses("solid", "mt-8")}>
        {back.label}
      </a>
    </PageNotice>
  );
}
