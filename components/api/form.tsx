import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

type FormProps = {
  form: { submit: () => void; prepare: () => void };
  className?: string;
  children: ReactNode;
};

/** A form for `useApiForm`, laid out as a column. With the method `dialog` it sends nothing before hydration. */
export function Form({ form, className = "gap-4", children }: FormProps) {
  return (
    <form
      noValidate
      method="dialog"
      onFocus={form.prepare}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      className={classNames("flex flex-col", className)}
    >
      {children}
    </form>
  );
}

/** Says that text which was typed on an earlier visit of the page is in the form again, and offers to discard it. */
export function RestoredText({ form }: { form: { isRestored: boolean; discard: () => void } }) {
  return (
    <div role="status" className="empty:absolute">
      {form.isRestored ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-well p-3 text-sm">
          <p className="min-w-0 flex-1 basis-52">What you typed here before is back. It is not saved yet.</p>
          <button
            type="button"
            onClick={(event) => {
              event.currentTarget.form?.querySelector<HTMLElement>("input, textarea")?.focus();
              form.discard();
            }}
            className={buttonClasses("outline")}
          >
            Discard it
          </button>
        </div>
      ) : null}
    </div>
  );
}

type SubmitButtonProps = { isSubmitting: boolean; className?: string; children: ReactNode };

export function SubmitButton({ isSubmitting, className = "h-12 w-full", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={isSubmitting}
      // Not `disabled`, which would take the focus away; the click handler prevents a second submission.
      onClick={(event) => isSubmitting && event.preventDefault()}
      className={buttonClasses("solid", className)}
    >
      {children}
    </button>
  );
}
