import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names";

/** The label of a field, and a note below it: the error if there is one, else the hint. */
type Labelling = { label: string; hint?: string | undefined; error?: string | undefined };

/** What a field needs to belong to its label and note. */
type LabelledProps = Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby" | "className">;

export function TextField({ label, hint, error, className, ...input }: ComponentProps<"input"> & Labelling) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {({ className: edge, ...field }) => (
        <input dir="auto" {...input} {...field} className={classNames("h-12 px-3.5", edge, className)} />
      )}
    </Labelled>
  );
}

/** A field of several lines that grows with its text, to a part of the screen. */
export function TextArea({ label, hint, error, ...area }: ComponentProps<"textarea"> & Labelling) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {({ className: edge, ...field }) => (
        <textarea
          dir="auto"
          {...area}
          {...field}
          className={classNames("field-sizing-content max-h-[60dvh] min-h-36 px-3.5 py-3", edge)}
        />
      )}
    </Labelled>
  );
}

function Labelled({
  label,
  hint,
  error,
  children,
}: Labelling & { children: (field: LabelledProps) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? `${id}-note` : undefined,
        className: classNames(
          "w-full rounded-lg border bg-card text-base",
          error ? "border-fault" : "border-field",
        ),
      })}
      {note ? (
        <p
          id={`${id}-note`}
          className={classNames("mt-1.5 text-sm", error ? "text-fault first-letter:uppercase" : "text-quiet")}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
