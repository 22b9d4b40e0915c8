import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { LectureEditor } from "@/components/admin/lectures/lecture-editor.client";
import { ReadOnly } from "@/components/admin/read-only";
import { PAGE_NOT_FOUND } from "@/components/site/page-not-found";
import { adminRoutes } from "@/lib/admin/routes";
import { consoleMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { getLecture } from "@/lib/corrections/corrections.server";
import { routes } from "@/lib/routes";
import type { Client } from "@/lib/supabase/client";

type Props = PageProps<"/admin-console/lectures/[lecture]">;

export const generateMetadata = consoleMetadata<Props>(async ({ client }, { params }) => {
  const lecture = await findLecture(client, (await params).lecture);
  return { title: lecture ? String(lecture.cells.lecture_name) : PAGE_NOT_FOUND };
});

export default async function LecturePage({ params }: Props) {
  const { client, viewer } = await requireRole("viewer");
  const lecture = await findLecture(client, (await params).lecture);
  if (!lecture) notFound();
  const course = String(lecture.cells.course_name);
  const canEdit = isEnough(viewer.role, "editor");
  return (
    <ConsolePage title={canEdit ? "Edit lecture" : "Lecture"}>
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
        canEdit={canEdit}
        userId={viewer.id}
      />
    </ConsolePage>
  );
}

/** Read once for the page and its title. */
const findLecture = cache((client: Client, segment: string) => {
  const id = z.coerce.number().int().positive().safeParse(segment);
  return id.success ? getLecture(client, id.data) : null;
});
