"use client";

import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { Dialog, type OpenDialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { TextField } from "@/components/ui/text-field";
import { correctionMessages } from "@/lib/corrections/messages";
import { useCorrections } from "./last-correction.client";

type RenameSubjectProps = { subject: string; suggestion?: string; label: string };

/** A button that opens a dialog for renaming a subject. */
export function RenameSubject({ subject, suggestion, label }: RenameSubjectProps) {
  return (
    <DialogTrigger
      className={buttonClasses("outline", "px-3!")}
      dialog={(open) => <RenameDialog {...open} subject={subject} suggestion={suggestion ?? subject} />}
    >
      <Pencil aria-hidden="true" className="size-4" />
      {label}
      <span className="sr-only"> {subject}</span>
    </DialogTrigger>
  );
}

type RenameDialogProps = OpenDialog & { subject: string; suggestion: string };

type Names = { from: string; to: string; isJoined: boolean };

function RenameDialog({ subject, suggestion, opener, onClose }: RenameDialogProps) {
  const input = useRef<HTMLElement>(null);
  /** A name that was refused because another subject has it; sending it again joins the two subjects. */
  const [taken, setTaken] = useState<string>();
  const { tell } = useCorrections();
  const form = useApiForm<{ to: string }, Names, { job: string | null }>({
    loadSchema: async () => {
      const { subjectFormSchema } = await import("@/lib/corrections/schemas");
      return subjectFormSchema(subject, taken);
    },
    defaultValues: { to: suggestion },
    path: "/api/corrections/subject",
    labels: { to: "New name" },
    onSuccess: (_, data) => {
      onClose();
      tell({ message: correctionMessages.renamed, job: data?.job ?? null });
    },
    onFailure: ({ status }, { to }) => {
      if (status === 409) setTaken(to);
      return false;
    },
    fieldOf: ({ status }) => (status === 400 || status === 409 ? "to" : undefined),
  });
  const field = form.field("to", input);
  return (
    <Dialog title="Rename subject" onClose={onClose} opener={opener} initialFocus={input}>
      <Form form={form} className="gap-5">
        <p className="text-pretty wrap-anywhere">
          Every lecture of <bdi className="font-semibold">{subject}</bdi> gets this subject.
        </p>
        <TextField
          label="New name"
          autoComplete="off"
          aria-required="true"
          {...field}
          onChange={(event) => {
            setTaken(undefined);
            return field.onChange(event);
          }}
        />
        <DialogButtons
          label={taken === undefined ? "Rename" : "Rename and join"}
          isBusy={form.isSubmitting}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
