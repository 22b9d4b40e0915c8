import { ListPlus } from "lucide-react";
import { ComingSoon } from "@/components/admin/coming-soon";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Add Lecture Series", "editor");

export default async function AddSeriesPage() {
  await requireRole("editor");
  return (
    <ComingSoon
      title="Add Lecture Series"
      Icon={ListPlus}
      hint="Whole courses will be put together here, lecture by lecture. Until then a CSV file brings them in."
    />
  );
}
