"use client";

import { CircleCheck, Undo2 } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { get, send } from "@/components/api/calls.client";
import { isTransient } from "@/components/api/fetch-with-timeout.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted.client";
import { adminRoutes } from "@/lib/admin/routes";
import { correctionMessages } from "@/lib/corrections/messages";
import { type ImportJob, isOpen } from "@/lib/lecture-import/job";
import { ConsoleLink, useGo } from "../console-navigation.client";

type Told = {
  message: string;
  /** Null if nothing was changed. */
  job: string | null;
  /** The page to go to, if it is not the current one. */
  next?: Route;
  /** The page to go to after an undo. */
  back?: Route;
};

/** The last correction made in this tab. It outlives its page, because a renamed course has another page. */
type Last = { message: string; job: string; canUndo: boolean; back?: Route | undefined };

const POLL_MS = 500;

let last: Last | null = null;
const listeners = new Set<() => void>();

function remember(correction: Last | null): void {
  last = correction;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `tell` reports a correction, offers to undo it, and refreshes the page; `undo` undoes a correction. */
export function useCorrections() {
  const router = useRouter();
  const go = useGo();
  const isMounted = useIsMounted();

  function tell({ message, job, next, back }: Told): void {
    if (!job) return void showToast("info", correctionMessages.unchanged);
    remember({ message, job, canUndo: true, back });
    const action = { label: "Undo", onClick: () => void undo({ job, back }) };
    void showToast("success", message, undefined, action);
    if (next && isMounted()) go(next);
    router.refresh();
  }

  async function undo({ job, back }: { job: string; back?: Route | undefined }): Promise<void> {
    const { pathname } = location;
    if (last?.job === job) remember({ ...last, canUndo: false });
    const added = await send<{ id: string }>("POST", `/api/imports/${job}/undo`);
    if (!added.ok) {
      if (last?.job === job) remember({ ...last, canUndo: true });
      return void showToast("error", added.message);
    }
    const undone = await follow(added.data.id);
    if (!undone) return;
    const message =
      undone.rejectedRows > 0 ? correctionMessages.partlyTakenBack : correctionMessages.takenBack;
    remember({ message, job: undone.id, canUndo: false });
    void showToast(undone.rejectedRows > 0 ? "info" : "success", message);
    if (back && location.pathname === pathname) go(back);
    router.refresh();
  }

  return { tell, undo };
}

/** Waits for an undo to complete. Null if it fails, which a toast reports. */
async function follow(id: string): Promise<ImportJob | null> {
  for (;;) {
    const answer = await get<{ job: ImportJob }>(`/api/imports/${id}`);
    if (answer.ok && answer.data.job.status === "completed") return answer.data.job;
    if (answer.ok && !isOpen(answer.data.job)) {
      void showToast("error", answer.data.job.errorMessage ?? "");
      return null;
    }
    if (!answer.ok && !isTransient(answer)) {
      void showToast("error", answer.message);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The last correction, shown for longer than its toast. It gets the focus, as the form or row may be gone. */
export function LastCorrection() {
  const { undo } = useCorrections();
  const place = useRef<HTMLElement>(null);
  const shown = useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );
  const seen = useRef<string | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isNew = seen.current !== shown?.job;
    seen.current = shown?.job ?? null;
    // Not while a dialog is open or something is being typed. The refreshed page may lack the button that a dialog has
    // given the focus back to; then nothing has it.
    const mayFocus = isNew ? !focused?.closest("input, textarea, [role=dialog]") : focused === document.body;
    if (shown && mayFocus) place.current?.focus();
  });
  if (!shown) return null;
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label="Last correction"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-card p-4 text-sm"
    >
      <p className="flex min-w-0 grow items-center gap-2.5 font-semibold">
        <CircleCheck aria-hidden="true" className="size-5 text-board" />
        {shown.message}
      </p>
      <div className="flex flex-wrap gap-2">
        <ConsoleLink href={adminRoutes.importReport(shown.job)} className={buttonClasses("outline")}>
          See what changed
        </ConsoleLink>
        {shown.canUndo ? (
          <button type="button" onClick={() => void undo(shown)} className={buttonClasses("outline")}>
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
          </button>
        ) : null}
      </div>
    </section>
  );
}
