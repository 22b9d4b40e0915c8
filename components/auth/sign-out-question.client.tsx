"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import type { OpenDialog } from "@/components/ui/dialog.client";

type SignOutQuestionProps = OpenDialog & {
  /** Whether there are notes that are not saved in the account; otherwise something is typed in a form. */
  hasNotes: boolean;
  onConfirm: () => void;
};

/** Asks whether what is not saved in the account may be lost. */
export function SignOutQuestion({ hasNotes, ...props }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Sign out without saving?"
      label="Sign out"
      cancelLabel="Stay signed in"
      isCautious
      isBusy={false}
    >
      <p>
        {hasNotes
          ? "You have notes that are not saved in your account yet. Signing out deletes them."
          : "What you have typed on this page is not saved yet. Signing out deletes it."}
      </p>
    </ConfirmDialog>
  );
}
