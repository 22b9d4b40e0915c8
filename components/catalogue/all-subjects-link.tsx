import { ArrowRight } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export function AllSubjectsLink({ className }: { className?: string }) {
  return (
    <a href={routes.allSubjects()} className={buttonClasses("outline", className)}>
      {ALL_SUBJECTS}
      <ArrowRight aria-hidden="true" className="size-4" />
    </a>
  );
}

export const ALL_SUBJECTS = "All subjects";
