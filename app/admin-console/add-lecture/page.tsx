import Link from "next/link";
import { AddLectureForm } from "@/components/admin/add-lecture-form.client";
import { ConsolePage } from "@/components/admin/console-page";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Add Lecture", "editor");

export default async function AddLecturePage() {
  const { viewer } = await requireRole("editor");
  return (
    <ConsolePage title="Add Lecture">
      <AddLectureForm userId={viewer.id} />
      <p className="mt-6 max-w-2xl text-pretty text-quiet">
        Until the form does that, a lecture is added in its course, under{" "}
        <Link
          href={adminRoutes.courses()}
          prefetch={false}
          className="-my-3 inline-block py-3 font-semibold text-board underline"
        >
          Courses
        </Link>
        , or by{" "}
        <Link
          href={adminRoutes.import()}
          prefetch={false}
          className="-my-3 inline-block py-3 font-semibold text-board underline"
        >
          importing a file
        </Link>
        .
      </p>
    </ConsolePage>
  );
}
