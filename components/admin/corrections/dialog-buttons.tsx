import type { Ref } from "react";
import { buttonClasses } from "@/components/ui/button";

type DialogButtonsProps = {
  label: string;
  isBusy: boolean;
  onCancel: () => void;
  /** Without it, the button submits its form. */
  onConfirm?: () => void;
  confirm?: Ref<HTMLButtonElement>;
};

/** What a dialog ends with. */
export function DialogButtons({ label, isBusy, onCancel, onConfirm, confirm }: DialogButtonsProps) {
  return (
    <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      <button type="button" onClick={onCancel} className={buttonClasses("outline")}>
        Cancel
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
