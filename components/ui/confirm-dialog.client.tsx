"use client";

import { type ReactNode, useRef } from "react";
import { Dialog, type OpenDialog } from "./dialog.client";
import { DialogButtons } from "./dialog-buttons";

type ConfirmDialogProps = OpenDialog & {
  title: string;
  /** What the button says that does it. */
  label: string;
  cancelLabel?: string;
  /** Whether the focus begins on the button that does nothing. */
  isCautious?: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  /** What would become of it. */
  children: ReactNode;
};

/** Asks whether something is meant. */
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
          cancel={isCautious ? first : null}
          confirm={isCautious ? null : first}
        />
      </div>
    </Dialog>
  );
}
