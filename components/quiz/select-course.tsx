import { CircleHelp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";
import { routes } from "@/lib/routes";

export function SelectCourse() {
  return (
    <PageNotice Icon={CircleHelp} title="Select a course to take a quiz">
      <a href={routes.home()} className={buttonClasses("solid", "mt-8")}>
        Browse Courses
      </a>
    </PageNotice>
  );
}
