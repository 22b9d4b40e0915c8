import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** The browser's own list of options, as wide as its place, with the look of a field; `className` gives its height. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        {...props}
        className={classNames(
          "w-full appearance-none truncate rounded-lg border border-field bg-card pr-10 pl-3 text-base",
          className,
        )}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-quiet"
      />
    </span>
  );
}
