import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names";

type TextFieldProps = ComponentProps<"input"> & { label: string; hint?: string; error?: string };

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={classNames(
          "h-12 w-full rounded-lg border bg-card px-3.5 text-base",
          error ? "border-fault" : "border-field",
          className,
        )}
      />
      {note ? (
        <p id={`${id}-note`} className={classNames("mt-1.5 text-sm", error ? "text-fault" : "text-quiet")}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
