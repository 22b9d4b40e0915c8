import { CircleHelp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

/** What stands where no course was named, or one without questions. */
export function SelectCourse() {
  return (
    <section className="shell py-24 text-center">
      <CircleHelp aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <h1 className="mt-4 font-serif text-2xl font-semibold text-balance sm:text-3xl">
        Select a course to take a quiz
      </h1>
      <a href={routes.home()} className={buttonClasses("solid", "mt-8")}>
        Browse Courses
      </a>
    </section>
  );
}
