import { notFound } from "next/navigation";
import { z } from "zod";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { LectureEditor } from "@/components/admin/lectures/lecture-editor.client";
import { ReadOnly } from "@/components/admin/read-only";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { getLecture } from "@/lib/corrections/corrections.server";
import { routes } from "@/lib/routes";

export const generateMetadata = adminMetadata("Edit lecture");

export default async function LecturePage({ params }: PageProps<"/admin-console/lectures/[lecture]">) {
  const { client, viewer } = await requireRole("viewer");
  const id = z.coerce
    .number()
    .int()
    .positive()
    .safeParse((await params).lecture);
  const lecture = id.success ? await getLecture(client, id.data) : null;
  if (!lecture) notFound();
  const course = String(lecture.cells.course_name);
  return (
    <ConsolePage title="Edit lecture">
      <BackLink href={adminRoutes.lectures({ query: course })}>
        <bdi>{course}</bdi>
      </BackLink>
      <ReadOnly role={viewer.role} />
      {lecture.isHidden ? (
        <p className="mt-3 text-sm text-quiet">Its video is hidden, and so is the lecture.</p>
      ) : null}
      <LectureEditor
        key={lecture.id}
        lecture={lecture}
        coursePage={lecture.courseId === null ? null : routes.course(lecture.courseId)}
        canEdit={isEnough(viewer.role, "editor")}
        userId={viewer.id}
      />
    </ConsolePage>
  );
}
