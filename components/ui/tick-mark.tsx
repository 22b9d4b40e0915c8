import { Check } from "lucide-react";
import { classNames } from "./class-names";

/** Reacts to hovering the `group` around it. */
export function TickMark({ isOn }: { isOn: boolean }) {
  return (
    <span
      className={classNames(
        "grid size-6 place-items-center rounded-full border-2 transition-colors",
        isOn
          ? "border-board bg-board text-board-ink"
          : "border-quiet text-transparent group-hover:border-board group-hover:text-board",
      )}
    >
      <Check aria-hidden="true" className="size-4" strokeWidth={3} />
    </span>
  );
}
