import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

type FormProps = {
  form: { submit: () => void; prepare: () => void };
  className?: string;
  children: ReactNode;
};

/** The form of `useApiForm`, in a column. A form of this method sends nothing before the page is ready. */
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

type SubmitButtonProps = { isSubmitting: boolean; className?: string; children: ReactNode };

export function SubmitButton({ isSubmitting, className = "h-12 w-full", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={isSubmitting}
      // Not `disabled`, which would take the focus away; the form refuses a second submission itself.
      onClick={(event) => isSubmitting && event.preventDefault()}
      className={buttonClasses("solid", classNames("aria-disabled:opacity-60", className))}
    >
      {children}
    </button>
  );
}
