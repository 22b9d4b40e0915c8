"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import type { OpenDialog } from "@/components/ui/dialog.client";

/** Asks whether notes that are not saved in the account may be lost. */
export function SignOutQuestion(props: OpenDialog & { onConfirm: () => void }) {
  return (
    <ConfirmDialog
      {...props}
      title="Sign out without saving?"
      label="Sign out"
      cancelLabel="Stay signed in"
      isCautious
      isBusy={false}
    >
      <p>You have notes that are not saved in your account yet. Signing out deletes them.</p>
    </ConfirmDialog>
  );
}
