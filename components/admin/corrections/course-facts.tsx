import { Missing } from "@/components/ui/missing";
import type { CourseField, EditedCourse } from "@/lib/corrections/types";

const labels: Record<CourseField, string> = {
  course_description: "Description",
  subject: "Subject",
  instructor: "Instructor",
  institution: "Institution",
  seo_slug: "Slug",
  image: "Image",
  keywords: "Keywords",
};

/** The fields that the lectures of a course share, read-only. */
export function CourseFacts({ course: { cells, mixed } }: { course: EditedCourse }) {
  return (
    <dl className="mt-6 grid max-w-3xl gap-4 rounded-2xl border border-line bg-card p-5 sm:p-8">
      {(Object.keys(labels) as CourseField[]).map((field) => (
        <div key={field}>
          <dt className="text-sm text-quiet">{labels[field]}</dt>
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
