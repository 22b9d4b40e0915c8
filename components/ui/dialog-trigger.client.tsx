"use client";

import { type ReactNode, useRef } from "react";
import type { OpenDialog } from "./dialog.client";
import { useOpening } from "./use-opening.client";

type DialogTriggerProps = {
  className: string;
  dialog: (open: OpenDialog) => ReactNode;
  /** The label of the button. */
  children: ReactNode;
};

/** A button that opens a dialog, and gets the focus back when the dialog is closed. */
export function DialogTrigger({ className, dialog, children }: DialogTriggerProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const { opened, open, close } = useOpening();
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => open(true)}
        className={className}
      >
        {children}
      </button>
      {opened ? dialog({ opener, onClose: close }) : null}
    </>
  );
}
