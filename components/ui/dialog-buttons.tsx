import type { Ref } from "react";
import { buttonClasses } from "./button";

type DialogButtonsProps = {
  /** What the button says that does it. */
  label: string;
  cancelLabel?: string;
  isBusy?: boolean;
  onCancel: () => void;
  /** Without it, the button submits its form. */
  onConfirm?: () => void;
  confirm?: Ref<HTMLButtonElement>;
  cancel?: Ref<HTMLButtonElement>;
};

/** What a dialog ends with. */
export function DialogButtons(props: DialogButtonsProps) {
  const { label, cancelLabel = "Cancel", isBusy = false, onCancel, onConfirm, confirm, cancel } = props;
  return (
    <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      <button ref={cancel} type="button" onClick={onCancel} className={buttonClasses("outline")}>
        {cancelLabel}
      </button>
      <button
        ref={confirm}
        type={onConfirm ? "button" : "submit"}
        aria-disabled={isBusy}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
          else onConfirm?.();
        }}
        className={buttonClasses("solid", "aria-disabled:opacity-60")}
      >
        {label}
      </button>
    </div>
  );
}
