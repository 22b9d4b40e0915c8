import { ExternalLink, SearchX } from "lucide-react";
import { cache, Fragment } from "react";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { CourseFacts } from "@/components/admin/corrections/course-facts";
import { CourseForm } from "@/components/admin/corrections/course-form.client";
import { CourseLectures } from "@/components/admin/corrections/course-lectures.client";
import { LastCorrection } from "@/components/admin/corrections/last-correction.client";
import { MergeCourse } from "@/components/admin/corrections/merge-course.client";
import { Notice } from "@/components/admin/notice";
import { ReadOnly } from "@/components/admin/read-only";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { consoleMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { getCourse } from "@/lib/corrections/corrections.server";
import { parseName } from "@/lib/corrections/names";
import { routes } from "@/lib/routes";

type Props = PageProps<"/admin-console/courses/edit">;

export const generateMetadata = consoleMetadata<Props>(async ({ client }, { searchParams }) => {
  const name = parseName((await searchParams).name);
  const course = name === null ? null : await findCourse(client, name);
  return { title: course?.name ?? "Course" };
});

export default async function EditCoursePage({ searchParams }: Props) {
  const { client, viewer } = await requireRole("viewer");
  const name = parseName((await searchParams).name);
  const course = name === null ? null : await findCourse(client, name);
  const canEdit = isEnough(viewer.role, "editor");
  return (
    <ConsolePage title={course?.name ?? "Course"}>
      <BackLink href={adminRoutes.courses()}>All courses</BackLink>
      <ReadOnly role={viewer.role} />
      <LastCorrection />
      {course ? (
        <Fragment key={course.name}>
          <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
            {course.courseId === null ? null : (
              <a href={routes.course(course.courseId)} className={buttonClasses("outline")}>
                <ExternalLink aria-hidden="true" className="size-4" />
                View on the site
              </a>
            )}
            {canEdit ? <MergeCourse from={course.name} label="Merge into another course…" /> : null}
          </div>
          {canEdit ? <CourseForm course={course} userId={viewer.id} /> : <CourseFacts course={course} />}
          <CourseLectures course={course} canEdit={canEdit} userId={viewer.id} />
        </Fragment>
      ) : (
        <Notice
          Icon={SearchX}
          title={name === null ? "Which course?" : "There is no such course"}
          hint={
            name === null
              ? "Choose one from the list of all courses."
              : "It may have been renamed, merged into another one, or deleted."
          }
        />
      )}
    </ConsolePage>
  );
}

/** Read once for the page and its title. */
const findCourse = cache(getCourse);
