import { Tags } from "lucide-react";
import { ComingSoon } from "@/components/admin/coming-soon";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Tags");

export default async function TagsPage() {
  await requireRole("viewer");
  return (
    <ComingSoon
      title="Tags"
      Icon={Tags}
      hint="Keywords of lectures will be gathered and tidied here. Until then they come in with a CSV file."
    />
  );
}
