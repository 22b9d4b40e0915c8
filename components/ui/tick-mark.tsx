import { Check } from "lucide-react";
import { classNames } from "./class-names";

/** Reacts to hovering the `group` around it. */
export function TickMark({ isOn }: { isOn: boolean }) {
  return (
    <span
      className={classNames(
        "grid size-6 place-items-center rounded-full border-2 transition-colors",
        isOn ? "border-board bg-board text-board-ink" : "border-quiet text-board group-hover:border-board",
      )}
    >
      <Check
        aria-hidden="true"
        // A transparent colour would be seen with forced colours. Hovering must not look like a tick that is set.
        className={classNames("size-4", !isOn && "opacity-0 group-hover:opacity-40")}
        strokeWidth={3}
      />
    </span>
  );
}
