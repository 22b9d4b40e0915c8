"use client";

import { mutate } from "swr";
import { changeCached } from "@/components/api/cache.client";
import { type Result, send } from "@/components/api/calls.client";
import { beforeSignOut } from "@/components/api/senders.client";
import { getAccountId, hasSessionEnded, personalKey } from "@/components/api/session.client";
import { openTabChannel } from "@/components/api/tab-channel.client";
import { showToast } from "@/components/ui/toast";
import { createLatestWins } from "@/lib/progress/latest-wins";
import { progressMessages } from "@/lib/progress/messages";
import { CONTINUE_PATH } from "@/lib/watching/continue";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import type { CourseProgress } from "@/lib/watching/types";
import { progressPath, setUnsavedTick, type Tick } from "./completed-lectures.client";

// One channel for as long as the page lives: a tab that saves a tick makes the others reload the course's progress.
const channel = openTabChannel("lectern-progress");
if (channel) channel.onmessage = ({ data: path }) => void mutate(personalKey(path));

// Not SWR's optimistic mutation: it sends quick clicks at the same time, and of two ticks of one course that are
// saved at the same time it drops the one that ends last.
const queue = createLatestWins(
  (recordId: number, { isCompleted, account }: ClickedTick & { account?: string }) =>
    send("PUT", "/api/progress", { recordId, completed: isCompleted }, { keepalive: true, account }),
  settle,
);
if (typeof window !== "undefined") {
  addEventListener("pagehide", queue.hurry);
  beforeSignOut(async () => {
    await queue.idle();
    return true;
  });
}

type NewTick = {
  course: string;
  isCompleted: boolean;
  /** Called if the session has ended meanwhile. */
  askToSignIn: () => void;
  /** Whether watching has completed the lecture, and not a click. */
  isByWatching?: boolean;
};
type ClickedTick = NewTick & Tick;

/** Shows a tick at once and saves it; when saving fails, the tick is taken back and a toast says so. */
export function saveTick(lecture: number, tick: NewTick): void {
  const clicked = { ...tick, key: personalKey(progressPath(tick.course)) };
  setUnsavedTick(lecture, clicked);
  // It is this account's, also if another one signs in before it is sent.
  queue.enqueue(lecture, { ...clicked, account: getAccountId() });
}

/** Called when no newer tick of the lecture is waiting. */
async function settle(
  lecture: number,
  { course, key, isCompleted, askToSignIn, isByWatching }: ClickedTick,
  outcome: Result<unknown>,
): Promise<void> {
  const path = progressPath(course);
  const isOfSession = key === personalKey(path);
  if (outcome.ok && isOfSession) {
    await changeCached<CourseProgress>(key, (known) => ({
      ...known,
      completed: withTick(known.completed, lecture, isCompleted),
    }));
    // The next home page reserves space for courses to continue.
    if (isCompleted) rememberContinuing("account", true);
    void mutate(personalKey(CONTINUE_PATH));
    channel?.postMessage(path);
    setUnsavedTick(lecture, null);
    if (isCompleted && isByWatching) showCompletedByWatching(lecture, { course, askToSignIn });
    else showToast("success", isCompleted ? progressMessages.completed : progressMessages.incomplete);
    return;
  }
  setUnsavedTick(lecture, null);
  if (outcome.ok) return;
  // Users who have signed out themselves are not asked to sign in.
  if (outcome.status === 401 && hasSessionEnded()) {
    askToSignIn();
  } else {
    showToast("error", progressMessages.failed);
    await mutate(personalKey(path));
  }
}

/** Says that watching has completed a lecture, with a button that takes the tick back. */
export function showCompletedByWatching(
  lecture: number,
  { course, askToSignIn }: Pick<NewTick, "course" | "askToSignIn">,
): void {
  const undo = () => saveTick(lecture, { course, isCompleted: false, askToSignIn });
  void showToast("success", progressMessages.completed, undefined, { label: "Undo", onClick: undo });
}

function withTick(completed: readonly number[], lecture: number, isCompleted: boolean): number[] {
  const others = completed.filter((id) => id !== lecture);
  return isCompleted ? [...others, lecture] : others;
}
