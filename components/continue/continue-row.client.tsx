"use client";

import { useEffect, useState } from "react";
import useSWR from "swr";
import { load, send } from "@/components/api/calls.client";
import { usePersonalKey, useSignedIn } from "@/components/api/session.client";
import { devicePlaces, dismissOnDevice, finishOnDevice } from "@/components/player/device-places.client";
import { isKeptOnDevice } from "@/components/player/settings.client";
import { saveTick } from "@/components/progress/save-tick.client";
import { useAskToSignIn } from "@/components/progress/use-ask-to-sign-in.client";
import { showToast } from "@/components/ui/toast";
import { TryAgain } from "@/components/ui/try-again.client";
import { progressMessages } from "@/lib/progress/messages";
import { CONTINUE_PATH, continueOnDevice } from "@/lib/watching/continue";
import { watchingMessages } from "@/lib/watching/messages";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import type { ContinueCourse } from "@/lib/watching/types";
import { cardNotice } from "./card-classes";
import { ContinueCards } from "./continue-cards.client";

const MOST_COURSES = 12;

/**
 * The lectures to continue: those of the signed-in learner's account; for a visitor, and a learner who has chosen so,
 * those of this device.
 */
export function ContinueRow() {
  const isSignedIn = useSignedIn();
  return isKeptOnDevice(isSignedIn) ? (
    <DeviceRow owner={isSignedIn ? "account" : "device"} />
  ) : (
    <AccountRow />
  );
}

function AccountRow() {
  const { data, error, mutate } = useSWR<{ courses: ContinueCourse[] }>(usePersonalKey(CONTINUE_PATH), load, {
    shouldRetryOnError: false,
  });
  const askToSignIn = useAskToSignIn();
  const courses = data?.courses;
  const hasAny = courses && courses.length > 0;
  useEffect(() => {
    if (hasAny !== undefined) rememberContinuing("account", hasAny);
  }, [hasAny]);

  // The course is hidden at once. SWR drops lists that are read before the server has answered.
  const remove = (course: ContinueCourse) =>
    mutate(
      async () => {
        const outcome = await send("DELETE", CONTINUE_PATH, { course: course.name });
        showToast(
          outcome.ok ? "success" : "error",
          watchingMessages[outcome.ok ? "removed" : "removeFailed"],
        );
        if (!outcome.ok) throw new Error(outcome.message);
        return undefined;
      },
      {
        // What is shown: another course may be on its way out.
        optimisticData: (_, shown) => ({
          courses: (shown?.courses ?? []).filter(({ courseId }) => courseId !== course.courseId),
        }),
        populateCache: false,
        throwOnError: false,
      },
    );

  if (courses) {
    return (
      <ContinueCards
        courses={courses}
        canFinish={() => true}
        onFinish={({ name, lecture }) =>
          saveTick(lecture.id, { course: name, isCompleted: true, askToSignIn })
        }
        onRemove={(course) => void remove(course)}
      />
    );
  }
  if (!error) return null;
  return (
    <div role="alert" className={cardNotice}>
      <p className="text-quiet">{watchingMessages.notLoaded}</p>
      <TryAgain look="min-h-11 font-semibold text-board underline" onPress={() => void mutate()} />
    </div>
  );
}

const readDevice = () => continueOnDevice(devicePlaces.read(), MOST_COURSES);

function DeviceRow({ owner }: { owner: "account" | "device" }) {
  const [courses, setCourses] = useState(readDevice);
  const askToSignIn = useAskToSignIn();
  const hasAny = courses.length > 0;
  useEffect(() => rememberContinuing(owner, hasAny), [owner, hasAny]);
  return (
    <ContinueCards
      courses={courses}
      // The length of a lecture that was never played on this device is unknown.
      canFinish={({ lecture }) => lecture.place !== null}
      onFinish={({ name, lecture }) => {
        finishOnDevice(lecture.id);
        setCourses(readDevice());
        // A tick is the account's, wherever places are kept.
        if (owner === "account") saveTick(lecture.id, { course: name, isCompleted: true, askToSignIn });
        else void showToast("success", progressMessages.completed);
      }}
      onRemove={({ courseId }) => {
        dismissOnDevice(courseId);
        setCourses(readDevice());
        void showToast("success", watchingMessages.removed);
      }}
    />
  );
}
