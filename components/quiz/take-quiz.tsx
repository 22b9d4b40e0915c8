import { CircleHelp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export function TakeQuiz({ courseId }: { courseId: string }) {
  return (
    <a href={routes.tests(courseId)} className={buttonClasses("outline", "mt-4 print:hidden")}>
      <CircleHelp aria-hidden="true" className="size-4" />
      Take the quiz
    </a>
  );
}
