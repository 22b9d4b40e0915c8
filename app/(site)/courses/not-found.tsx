import { NotFoundNotice } from "@/components/catalogue/not-found-notice";
import { routes } from "@/lib/routes";

export default function SubjectNotFound() {
  return (
    <NotFoundNotice
      title="No courses found in this category."
      back={{ href: routes.home(), label: "Back to home" }}
    />
  );
}
