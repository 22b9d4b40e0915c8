import { AddLectureForm } from "@/components/admin/add-lecture-form.client";
import { ConsolePage } from "@/components/admin/console-page";
import { adminMetadata, requireAdmin } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Add Lecture");

export default async function AddLecturePage() {
  const { viewer } = await requireAdmin();
  return (
    <ConsolePage title="Add Lecture">
      <AddLectureForm userId={viewer.id} />
    </ConsolePage>
  );
}
