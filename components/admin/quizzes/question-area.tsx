import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";

type QuestionAreaProps = Omit<ComponentProps<"textarea">, "className"> & {
  /** What is wrong with the text, if anything, and the id of the element that says so. */
  fault: string | undefined;
  faultId: string;
  look: string;
};

/** A text area of the question form, which is as tall as its text. */
export function QuestionArea({ fault, faultId, look, ...props }: QuestionAreaProps) {
  return (
    <textarea
      {...props}
      {...(fault && { "aria-invalid": true, "aria-describedby": faultId })}
      className={classNames(
        "field-sizing-content w-full rounded-lg border bg-card px-3.5 py-2.5 text-base",
        fault ? "border-fault" : "border-field",
        look,
      )}
    />
  );
}

/** Says what is wrong with a field; renders nothing if nothing is. */
export function FieldFault({ id, fault }: { id: string; fault: string | undefined }) {
  return fault ? (
    <p id={id} className="mt-1.5 text-sm text-fault">
      {fault}
    </p>
  ) : null;
}
