"use client";

import { mutate } from "swr";
import { type Outcome, send } from "@/components/auth/api.client";
import { announceSession, personalKey } from "@/components/auth/session.client";
import { showToast } from "@/components/ui/toast";
import { createLatestWins } from "@/lib/progress/latest-wins";
import { progressMessages } from "@/lib/progress/messages";
import { clearPending, setPending } from "./pending.client";

export type Completed = { completed: number[] };

/** Where the completed lectures of a course are read. */
export const progressPath = (course: string) => `/api/progress?course=${encodeURIComponent(course)}`;

const courseOf = new Map<number, string>();
const want = createLatestWins(
  (recordId: number, completed: boolean) => send("PUT", "/api/progress", { recordId, completed }),
  settle,
);

/** Changes a tick at once and saves it; a save that fails takes it back and says so. */
export function saveTick(course: string, lecture: number, completed: boolean): void {
  courseOf.set(lecture, course);
  setPending(lecture, completed);
  want(lecture, completed);
}

async function settle(lecture: number, completed: boolean, outcome: Outcome): Promise<void> {
  const path = progressPath(courseOf.get(lecture) ?? "");
  if (outcome.ok) {
    await mutate<Completed>(personalKey(path), (known) => withTick(known, lecture, completed), {
      revalidate: false,
    });
    tellOtherTabs(path);
  }
  clearPending(lecture);
  if (outcome.ok) {
    showToast("success", completed ? progressMessages.completed : progressMessages.incomplete);
  } else if (outcome.status === 401) {
    announceSession();
    showToast("error", progressMessages.signInFirst);
  } else {
    showToast("error", progressMessages.failed);
    await mutate(personalKey(path));
  }
}

function withTick(known: Completed | undefined, lecture: number, completed: boolean): Completed {
  const others = (known?.completed ?? []).filter((id) => id !== lecture);
  return { completed: completed ? [...others, lecture] : others };
}

const CHANNEL = "lectern-progress";

function tellOtherTabs(path: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(path);
  channel.close();
}

/** Reads a course's progress again when another tab has changed it. Returns the undoing. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => void mutate(personalKey(data));
  return () => channel.close();
}
