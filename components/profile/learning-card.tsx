import { Fragment } from "react";
import { SubjectBadge } from "@/components/catalogue/subject-badge";
import { WideCard } from "@/components/catalogue/wide-card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf, displayName, firstInstructor } from "@/lib/catalogue/display";
import { percentOf } from "@/lib/percent";
import type { LearningCourse } from "@/lib/progress/types";
import { routes } from "@/lib/routes";

export function LearningCard({ course }: { course: LearningCourse }) {
  const percent = percentOf(course.completedCount, course.lectureCount);
  // A university may be named as the instructor, too.
  const names = new Set([firstInstructor(course.instructor), course.institution].filter(Boolean));
  return (
    <WideCard videoId={course.thumbnailId}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {course.subject ? (
          <p>
            <SubjectBadge subject={course.subject} />
          </p>
        ) : null}
        <h3 className="text-lg leading-snug font-semibold break-words">
          <a href={routes.course(course.courseId)} className="card-link">
            {displayName(course.name)}
          </a>
        </h3>
        {course.description ? (
          <p className="line-clamp-2 text-sm text-quiet [unicode-bidi:plaintext]">{course.description}</p>
        ) : null}
        <p className="text-sm text-quiet">
          {[...names].map((name) => (
            <Fragment key={name}>
              <bdi>{name}</bdi>
              {" · "}
            </Fragment>
          ))}
          {countOf(course.lectureCount, "lecture")}
        </p>
        <div className="mt-auto flex items-center gap-3 pt-1">
          <div className="flex-1">
            <ProgressBar value={percent} label={`Progress in ${course.name}`} />
          </div>
          <span className="text-sm font-semibold tabular-nums">{percent}%</span>
        </div>
      </div>
    </WideCard>
  );
}
