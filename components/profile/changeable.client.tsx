"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { useOpening } from "@/components/ui/use-opening.client";

type ChangeableProps = {
  /** The label of the button that opens the form. */
  action: string;
  /** The current value. */
  children: ReactNode;
  /** The form that replaces the value; its first field takes the focus. */
  form: (close: () => void) => ReactNode;
  /** Whether the form is open from the start. */
  isOpenAtFirst?: boolean;
  /** Whether the button takes the focus when it is mounted. */
  takesFocus?: boolean;
};

/** Shows a value, and replaces it by a form when the user wants to change it. */
export function Changeable({ action, children, form, isOpenAtFirst, takesFocus }: ChangeableProps) {
  const { opened, open, close } = useOpening(isOpenAtFirst || undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(takesFocus);
  // The button has the focus again after the form was closed; when it is mounted only if that is asked for.
  useEffect(() => {
    if (!opened && returnsFocus.current) opener.current?.focus();
    returnsFocus.current = opened;
  }, [opened]);
  if (opened) {
    return (
      <div className="flex max-w-md flex-col gap-4">
        {form(close)}
        <button type="button" onClick={close} className={buttonClasses("outline", "w-full")}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">{children}</div>
      <button ref={opener} type="button" onClick={() => open(true)} className={buttonClasses("outline")}>
        {action}
      </button>
    </div>
  );
}
