import { LibraryBig } from "lucide-react";
import { PageNotice } from "@/components/ui/page-notice";

export function NoCoursesYet() {
  return (
    <PageNotice
      Icon={LibraryBig}
      title="No Courses Yet"
      hint="Contact admin to import course data"
      level={2}
    />
  );
}
