"use client";

import { useRef } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { Dialog, type OpenDialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { TextField } from "@/components/ui/text-field";
import { countOf } from "@/lib/catalogue/display";
import { replacedMessage } from "@/lib/video-health/messages";
import type { FailingVideo } from "@/lib/video-health/types";

type ReplaceLinkDialogProps = OpenDialog & { video: FailingVideo; onReplaced: (message: string) => void };

/** Asks for the link of a video that replaces another one. */
export function ReplaceLinkDialog({ video, opener, onClose, onReplaced }: ReplaceLinkDialogProps) {
  const input = useRef<HTMLElement>(null);
  const form = useApiForm<{ link: string }, { link: string }, { lectures: number }>({
    loadSchema: () => import("@/lib/video-health/schemas").then(({ linkSchema }) => linkSchema),
    defaultValues: { link: "" },
    path: `/api/videos/${video.videoId}/link`,
    onSuccess: (_, data) => onReplaced(replacedMessage(data?.lectures ?? 1)),
    fieldOf: ({ status }) => (status === 400 ? "link" : undefined),
  });
  return (
    <Dialog title="Replace link" onClose={onClose} opener={opener} initialFocus={input}>
      <Form form={form} className="gap-5">
        <p className="text-sm text-quiet">
          {video.lectureCount === 1
            ? `“${video.lectures[0]?.name}” gets the video at this link.`
            : `All ${countOf(video.lectureCount, "lecture")} with this video get the one at this link.`}{" "}
          Now it is <code>{`https://www.youtube.com/watch?v=${video.videoId}`}</code>
        </p>
        <TextField
          label="YouTube Link"
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-required="true"
          {...form.field("link", input)}
        />
        <DialogButtons label="Replace link" isBusy={form.isSubmitting} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
