import type { Ref } from "react";
import { buttonClasses } from "./button";

type DialogButtonsProps = {
  /** The label of the button that confirms. */
  label: string;
  cancelLabel?: string;
  isBusy?: boolean;
  onCancel: () => void;
  /** Without it, the confirming button submits its form. */
  onConfirm?: () => void;
  /** Whether confirming deletes something. */
  isDestructive?: boolean;
  confirm?: Ref<HTMLButtonElement>;
  cancel?: Ref<HTMLButtonElement>;
};

/** The buttons at the end of a dialog. */
export function DialogButtons(props: DialogButtonsProps) {
  const { label, cancelLabel = "Cancel", isBusy = false, isDestructive = false } = props;
  const { onCancel, onConfirm, confirm, cancel } = props;
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
        className={buttonClasses(isDestructive ? "danger" : "solid")}
      >
        {label}
      </button>
    </div>
  );
}
