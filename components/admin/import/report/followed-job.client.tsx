"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import useSWR from "swr";
import { load, send } from "@/components/api/calls.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { formatDuration, type ImportJob, isOpen, timeLeft } from "@/lib/lecture-import/job";
import { importMessages } from "@/lib/lecture-import/messages";
import { announcementOf, cancelledText, jobActivity } from "../activity";
import { ActivityView } from "../activity-view.client";

const POLL_MS = 2000;

/** The progress of an open job, polled every two seconds. At its end the page is refreshed to show the result. */
export function FollowedJob({ initial, canCancel }: { initial: ImportJob; canCancel: boolean }) {
  const router = useRouter();
  const { data, error, mutate } = useSWR<{ job: ImportJob }>(`/api/imports/${initial.id}`, load, {
    fallbackData: { job: initial },
    refreshInterval: POLL_MS,
    errorRetryInterval: POLL_MS,
    onSuccess: ({ job }) => isOpen(job) || router.refresh(),
  });
  // After a retry, SWR's cache still holds the job as failed or cancelled.
  useEffect(() => void mutate({ job: initial }), [initial, mutate]);
  const job = data?.job ?? initial;

  async function cancel() {
    const cancelled = await send("POST", `/api/imports/${job.id}/cancel`);
    void showToast(cancelled.ok ? "info" : "error", cancelled.ok ? cancelledText(job) : cancelled.message);
    void mutate();
  }

  const activity = jobActivity(job, error ? importMessages.noAnswer : undefined);
  const left = timeLeft(job, job.updatedAt);
  return (
    <section aria-label="Progress" className="rounded-2xl border border-line bg-card p-card sm:p-6">
      <ActivityView activity={activity} />
      {left === null || !isOpen(job) ? null : (
        <p className="mt-1 text-sm text-quiet">About {formatDuration(left)} left</p>
      )}
      {canCancel && isOpen(job) ? (
        <button type="button" onClick={() => void cancel()} className={buttonClasses("outline", "mt-4")}>
          Cancel
        </button>
      ) : null}
      <p role="status" className="sr-only">
        {announcementOf(activity)}
      </p>
    </section>
  );
}
