"use client";

import { type ReactNode, useRef } from "react";
import { Dialog, type OpenDialog } from "./dialog.client";
import { DialogButtons } from "./dialog-buttons";

type ConfirmDialogProps = OpenDialog & {
  title: string;
  /** The label of the button that confirms. */
  label: string;
  cancelLabel?: string;
  /** Whether confirming deletes something: the cancel button has the focus at first, and the other one is red. */
  isCautious?: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  /** What confirming would cause. */
  children: ReactNode;
};

/** Asks the user to confirm an action. */
export function ConfirmDialog({
  title,
  isCautious = false,
  opener,
  onClose,
  children,
  ...buttons
}: ConfirmDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} onClose={onClose} opener={opener} initialFocus={first}>
      <div className="flex flex-col gap-5 text-pretty wrap-anywhere">
        {children}
        <DialogButtons
          {...buttons}
          onCancel={onClose}
          isDestructive={isCautious}
          cancel={isCautious ? first : null}
          confirm={isCautious ? null : first}
        />
      </div>
    </Dialog>
  );
}
