import { Building2, GraduationCap, ListVideo, TrendingUp } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { CourseProgress } from "@/components/progress/islands.client";
import { firstInstructor, formatCount } from "@/lib/catalogue/display";
import { deriveCourseLength, formatLength } from "@/lib/catalogue/lengths";
import type { Course } from "@/lib/catalogue/types";

type CourseDetailsProps = {
  course: Course;
  instructor: string | null;
  signIn: Route;
};

export function CourseDetails({ course, instructor, signIn }: CourseDetailsProps) {
  const length = deriveCourseLength(course.lectures);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-px overflow-hidden rounded-xl border border-line bg-line xl:grid-cols-[repeat(auto-fit,minmax(max(8rem,20%),1fr))]">
      <Detail Icon={GraduationCap} term="Instructor">
        {firstInstructor(instructor) ?? "N/A"}
      </Detail>
      <Detail Icon={Building2} term="Institution">
        {course.institution ?? "N/A"}
      </Detail>
      <Detail Icon={ListVideo} term="Lessons">
        {formatCount(course.lectures.length)}
        {length ? (
          <span className="font-normal">
            {` · ${formatLength(length.seconds)}`}
            {length.known < length.total ? (
              <span className="block text-xs text-quiet">
                {formatCount(length.known)} of {formatCount(length.total)} lectures known
              </span>
            ) : null}
          </span>
        ) : null}
      </Detail>
      <Detail Icon={TrendingUp} term="Progress">
        {/* Room for the number and its bar from the first paint on, so that nothing moves when they are loaded. */}
        <div className="in-data-signed-in:min-h-9">
          <CourseProgress course={course.name} total={course.lectures.length}>
            <a
              href={signIn}
              rel="nofollow"
              className="rounded-sm text-board pointer-coarse:py-3.5 underline underline-offset-4 hover:no-underline in-data-signed-in:invisible"
            >
              Sign in to track
            </a>
          </CourseProgress>
        </div>
      </Detail>
    </dl>
  );
}

type DetailProps = { Icon: typeof Building2; term: string; children: ReactNode };

function Detail({ Icon, term, children }: DetailProps) {
  return (
    <div className="min-w-0 bg-card p-4">
      <dt className="flex items-center gap-1.5 text-xs text-quiet">
        <Icon aria-hidden="true" className="size-4 text-board" strokeWidth={1.75} />
        {term}
      </dt>
      <dd className="mt-1 text-[0.9375rem] leading-snug font-semibold break-words">{children}</dd>
    </div>
  );
}
