import { AddLectureForm } from "@/components/admin/add-lecture-form.client";
import { ConsolePage } from "@/components/admin/console-page";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Add Lecture", "editor");

export default async function AddLecturePage() {
  const { viewer } = await requireRole("editor");
  return (
    <ConsolePage title="Add Lecture">
      <AddLectureForm userId={viewer.id} />
    </ConsolePage>
  );
}
