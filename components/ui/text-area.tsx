import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names";

type TextAreaProps = ComponentProps<"textarea"> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

export function TextArea({ label, hint, error, ...field }: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        {...field}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={classNames(
          "field-sizing-content min-h-36 w-full rounded-lg border bg-card px-3.5 py-3 text-base",
          error ? "border-fault" : "border-field",
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
