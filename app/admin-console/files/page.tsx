import { Files } from "lucide-react";
import { ComingSoon } from "@/components/admin/coming-soon";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Files", "editor");

export default async function FilesPage() {
  await requireRole("editor");
  return (
    <ComingSoon
      title="Files"
      Icon={Files}
      hint="Uploaded files will be looked through here. Until then Import Data takes them, and tells what became of them."
    />
  );
}
