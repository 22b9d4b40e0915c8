import { Missing } from "@/components/ui/missing";
import type { EditedCourse } from "@/lib/corrections/types";
import { COURSE_FIELDS, LABELS } from "@/lib/lecture-import/columns";

const fields = COURSE_FIELDS.filter((field) => field !== "course_name");

/** The fields that the lectures of a course share, read-only. */
export function CourseFacts({ course: { cells, mixed } }: { course: EditedCourse }) {
  return (
    <dl className="mt-6 grid max-w-3xl gap-4 rounded-2xl border border-line bg-card p-5 sm:p-8">
      {fields.map((field) => (
        <div key={field}>
          <dt className="text-sm text-quiet">{LABELS[field]}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {mixed.includes(field)
              ? "Different from lecture to lecture"
              : (cells[field] ?? <Missing label="None" />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
