"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense } from "react";
import { useSignedIn } from "@/components/auth/session.client";
import { showToast } from "@/components/ui/toast";
import { progressMessages } from "@/lib/progress/messages";

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

type CourseProgressProps = {
  course: string;
  /** Ids of the course's lectures. */
  lectures: readonly number[];
  /** What visitors see. */
  children: ReactNode;
};

/** How far the learner is, or where to sign in to know. */
export function CourseProgress({ children, ...props }: CourseProgressProps) {
  if (!useSignedIn()) return children;
  return (
    <Suspense fallback={<span className="block h-5" />}>
      <CourseProgressValue {...props} />
    </Suspense>
  );
}

type LectureCompletionProps = LectureProps & { signIn: Route; className: string; children: ReactNode };

/** The button beneath the player; a visitor who tries is told to sign in, and led there. */
export function LectureCompletion({ signIn, className, children, ...props }: LectureCompletionProps) {
  const router = useRouter();
  const isSignedIn = useSignedIn();
  const button = (
    <button
      type="button"
      className={className}
      onClick={() => {
        showToast("error", progressMessages.signInFirst);
        router.push(signIn);
      }}
    >
      {children}
    </button>
  );
  if (!isSignedIn) return button;
  return (
    <Suspense fallback={<span className={`${className} invisible`}>{children}</span>}>
      <MarkComplete {...props} />
    </Suspense>
  );
}
