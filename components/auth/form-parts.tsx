import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";

export function SubmitButton({ isSubmitting, children }: { isSubmitting: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-disabled={isSubmitting}
      // Not `disabled`, which would take the focus away; the form refuses a second submission itself.
      onClick={(event) => isSubmitting && event.preventDefault()}
      className={buttonClasses("solid", "h-12 w-full aria-disabled:opacity-60")}
    >
      {children}
    </button>
  );
}

type AuthFormProps = { onSubmit: () => void; onFocus: () => void; children: ReactNode };

/** A form in a column. Without JavaScript it sends nothing: never a password in an address. */
export function AuthForm({ onSubmit, onFocus, children }: AuthFormProps) {
  return (
    <form
      noValidate
      method="post"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      {children}
    </form>
  );
}
