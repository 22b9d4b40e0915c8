"use client";

import { type RefObject, useRef } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog.client";
import { TextField } from "@/components/ui/text-field";
import { replacedMessage } from "@/lib/video-health/messages";
import type { FailingVideo } from "@/lib/video-health/types";

type ReplaceLinkDialogProps = {
  video: FailingVideo;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onReplaced: (message: string) => void;
};

/** Asks for the link of the video that takes the place of another one. */
export function ReplaceLinkDialog({ video, opener, onClose, onReplaced }: ReplaceLinkDialogProps) {
  const input = useRef<HTMLInputElement | null>(null);
  const form = useApiForm<{ link: string }, { link: string }, { lectures: number }>({
    loadSchema: () => import("@/lib/video-health/schemas").then(({ linkSchema }) => linkSchema),
    defaultValues: { link: "" },
    path: `/api/videos/${video.videoId}/link`,
    onSuccess: (_, data) => onReplaced(replacedMessage(data?.lectures ?? 1)),
    fieldOf: ({ status }) => (status === 400 ? "link" : undefined),
  });
  const { ref, ...field } = form.field("link");
  return (
    <Dialog title="Replace link" onClose={onClose} opener={opener} initialFocus={input}>
      <Form form={form} className="gap-5">
        <p className="text-sm text-quiet">
          {video.lectureCount === 1
            ? `“${video.lectures[0]?.name}” gets the video at this link.`
            : `All ${video.lectureCount} lectures with this video get the one at this link.`}{" "}
          Now it is <code className="break-all">{`https://www.youtube.com/watch?v=${video.videoId}`}</code>
        </p>
        <TextField
          label="YouTube Link"
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-required="true"
          {...field}
          ref={(element) => {
            input.current = element;
            ref(element);
          }}
        />
        <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
          <button type="button" onClick={onClose} className={buttonClasses("outline")}>
            Cancel
          </button>
          <button
            type="submit"
            aria-disabled={form.isSubmitting}
            onClick={(event) => form.isSubmitting && event.preventDefault()}
            className={buttonClasses("solid", "aria-disabled:opacity-60")}
          >
            Replace link
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
