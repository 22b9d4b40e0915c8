import { type ComponentProps, useId } from "react";

type TextAreaProps = ComponentProps<"textarea"> & { label: string; hint?: string };

export function TextArea({ label, hint, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        {...field}
        id={id}
        aria-describedby={hint ? `${id}-note` : undefined}
        className="field-sizing-content min-h-36 w-full rounded-lg border border-line bg-card px-3.5 py-3 text-base"
      />
      {hint ? (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
