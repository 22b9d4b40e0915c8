"use client";

import { Check, ExternalLink, Eye, EyeOff, type LucideIcon, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { focusMain } from "@/components/ui/focus-main";
import { showToast } from "@/components/ui/toast";
import { routes } from "@/lib/routes";
import { videoMessages } from "@/lib/video-health/messages";
import type { FailingVideo } from "@/lib/video-health/types";
import { ReplaceLinkDialog } from "./replace-link-dialog.client";

type VideoActionsProps = { video: FailingVideo; canEdit: boolean };

/** The actions for a video; without `canEdit`, only the link that opens it. */
export function VideoActions({ video, canEdit }: VideoActionsProps) {
  const router = useRouter();
  const place = useRef<HTMLDivElement>(null);
  const { send, isBusy } = useSend();
  const isHidden = video.state === "hidden";
  const [lecture] = video.lectures;
  const about = <span className="sr-only"> {lecture?.name}</span>;

  /** The row disappears or moves, so the focus goes to a neighbouring row, or to `<main>` if there is none. */
  const onDone = (message: string) => {
    const row = place.current?.closest("tr");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    const link = neighbour?.querySelector("a");
    if (link) link.focus();
    else focusMain();
    void showToast("success", message);
    router.refresh();
  };
  const review = async (verdict: "fine" | "hidden", message: string) => {
    if (await send("POST", `/api/videos/${video.videoId}`, { verdict })) onDone(message);
  };
  const action = (label: string, Icon: LucideIcon, act: () => void) => (
    <button type="button" aria-disabled={isBusy} onClick={act} className={buttonClasses("outline")}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
      {about}
    </button>
  );
  const page =
    !isHidden && lecture?.courseId
      ? routes.lecture(lecture.courseId, lecture.lectureId)
      : `https://www.youtube.com/watch?v=${video.videoId}`;

  return (
    <div ref={place} className="flex flex-wrap gap-2 py-2">
      <a href={page} target="_blank" rel="noreferrer" className={buttonClasses("outline")}>
        <ExternalLink aria-hidden="true" className="size-4" />
        Open
        {about}
      </a>
      {canEdit ? (
        <>
          <DialogTrigger
            className={buttonClasses("outline")}
            dialog={(open) => (
              <ReplaceLinkDialog
                {...open}
                video={video}
                onReplaced={(message) => {
                  flushSync(open.onClose);
                  // The dialog gives the focus back to the button that opened it, which goes with the video.
                  setTimeout(() => onDone(message));
                }}
              />
            )}
          >
            <Pencil aria-hidden="true" className="size-4" />
            Replace link
            {about}
          </DialogTrigger>
          {isHidden
            ? action("Show again", Eye, () => void review("fine", videoMessages.shown))
            : action("Hide from the playlist", EyeOff, () => void review("hidden", videoMessages.hidden))}
          {isHidden ? null : action("It works for me", Check, () => void review("fine", videoMessages.works))}
        </>
      ) : null}
    </div>
  );
}
