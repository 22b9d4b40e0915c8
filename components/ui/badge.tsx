import type { ReactNode } from "react";
import { classNames } from "./class-names";

type BadgeProps = { look: "strong" | "plain"; children: ReactNode };

export function Badge({ look, children }: BadgeProps) {
  return (
    <span
      dir="auto"
      className={classNames(
        "inline-block max-w-full truncate rounded-md px-2 py-0.5 text-xs font-semibold",
        look === "strong" ? "bg-board-soft text-board" : "bg-well text-quiet",
      )}
    >
      {children}
    </span>
  );
}
