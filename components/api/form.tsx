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

type SubmitButtonProps = { isSubmitting: boolean; className?: string; children: ReactNode };

export function SubmitButton({ isSubmitting, className = "h-12 w-full", children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={isSubmitting}
      // Not `disabled`, which would take the focus away; the click handler prevents a second submission.
      onClick={(event) => isSubmitting && event.preventDefault()}
      className={buttonClasses("solid", classNames("aria-disabled:opacity-60", className))}
    >
      {children}
    </button>
  );
}
