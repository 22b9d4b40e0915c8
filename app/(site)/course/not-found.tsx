import { NotFoundNotice } from "@/components/catalogue/not-found-notice";
import { routes } from "@/lib/routes";

export default function CourseNotFound() {
  return <NotFoundNotice title="Course not found" back={{ href: routes.home(), label: "Back to Courses" }} />;
}
