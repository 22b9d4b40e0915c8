"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, type ReactNode, Suspense } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { buttonClasses } from "@/components/ui/button";
import { useAskToSignIn } from "./use-ask-to-sign-in.client";

// Course pages are cached and the same for everyone. What shows a learner's progress is loaded by the browser once
// it finds a session, so a visitor's page carries none of it.

const load = () => loadWithRetry(() => import("./signed-in-parts.client"));
const Tick = lazy(() => load().then((parts) => ({ default: parts.Tick })));
const CourseProgressValue = lazy(() => load().then((parts) => ({ default: parts.CourseProgressValue })));
const MarkComplete = lazy(() => load().then((parts) => ({ default: parts.MarkComplete })));

type LectureProps = { course: string; lecture: number };

export function LectureTick(props: LectureProps & { name: string }) {
  return (
    <Suspense>
      <Tick {...props} />
    </Suspense>
  );
}

/** `3/12 (25%)` of a course's lectures; visitors see `children`. */
export function CourseProgress({
  children,
  ...props
}: {
  course: string;
  total: number;
  children: ReactNode;
}) {
  if (!useSignedIn()) return children;
  return (
    <Suspense fallback={<span className="block h-5" />}>
      <CourseProgressValue {...props} />
    </Suspense>
  );
}

type LectureCompletionProps = LectureProps & { className: string; children: ReactNode };

/** The button beneath the player. A visitor who presses it is told to sign in, and taken there. */
export function LectureCompletion({ className, children, ...props }: LectureCompletionProps) {
  const askToSignIn = useAskToSignIn();
  const look = buttonClasses("outline", className);
  if (useSignedIn()) {
    return (
      <Suspense fallback={<span className={`${look} invisible`}>{children}</span>}>
        <MarkComplete {...props} className={className} />
      </Suspense>
    );
  }
  return (
    <button type="button" className={`${look} in-data-signed-in:invisible`} onClick={askToSignIn}>
      {children}
    </button>
  );
}
