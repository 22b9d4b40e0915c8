"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { lazy, Suspense } from "react";
import { useSignedIn } from "@/components/auth/session.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { progressMessages } from "@/lib/progress/messages";
import { routes } from "@/lib/routes";

// The places on shared, cached pages where a learner's progress appears once she is known.

const parts = () => import("./signed-in-parts.client");
const Tick = lazy(() => parts().then(({ Tick }) => ({ default: Tick })));
const CourseProgressValue = lazy(() =>
  parts().then(({ CourseProgressValue }) => ({ default: CourseProgressValue })),
);
const MarkComplete = lazy(() => parts().then(({ MarkComplete }) => ({ default: MarkComplete })));

type LectureProps = { course: string; lecture: number };

/** The tick of a lecture in the playlist; visitors have none. */
export function LectureTick(props: LectureProps & { name: string }) {
  if (!useSignedIn()) return null;
  return (
    <Suspense fallback={<span className="block size-11" />}>
      <Tick {...props} />
    </Suspense>
  );
}

/** How far the learner is, or where to sign in to know. */
export function CourseProgress({ course, lectures }: { course: string; lectures: readonly number[] }) {
  const isSignedIn = useSignedIn();
  const pathname = usePathname();
  if (isSignedIn) {
    return (
      <Suspense fallback={<span className="block h-5" />}>
        <CourseProgressValue course={course} lectures={lectures} />
      </Suspense>
    );
  }
  return (
    <Link
      href={routes.signIn(pathname)}
      prefetch={false}
      className="rounded-sm text-board underline underline-offset-4 hover:no-underline in-data-signed-in:invisible"
    >
      Sign in to track
    </Link>
  );
}

/** The button beneath the player; a visitor who tries is told to sign in, and led there. */
export function LectureCompletion(props: LectureProps) {
  const router = useRouter();
  const pathname = usePathname();
  const button = (
    <button
      type="button"
      className={buttonClasses("outline")}
      onClick={() => {
        showToast("error", progressMessages.signInFirst);
        router.push(routes.signIn(pathname));
      }}
    >
      <Check aria-hidden="true" className="size-4" />
      Mark as complete
    </button>
  );
  if (!useSignedIn()) return button;
  return (
    <Suspense fallback={<span className={buttonClasses("outline", "invisible")}>Mark as complete</span>}>
      <MarkComplete {...props} />
    </Suspense>
  );
}
