"use client";

import { type ReactNode, useRef, useState } from "react";
import type { OpenDialog } from "./dialog.client";

type DialogTriggerProps = {
  className: string;
  dialog: (open: OpenDialog) => ReactNode;
  /** The label of the button. */
  children: ReactNode;
};

/** A button that opens a dialog, and gets the focus back when the dialog is closed. */
export function DialogTrigger({ className, dialog, children }: DialogTriggerProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={className}
      >
        {children}
      </button>
      {isOpen ? dialog({ opener, onClose: () => setIsOpen(false) }) : null}
    </>
  );
}
