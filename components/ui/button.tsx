import { classNames } from "./class-names";

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 py-2 text-sm font-semibold transition-colors aria-disabled:opacity-60";

/** Classes of a button or of a link that looks like one. */
export function buttonClasses(look: "solid" | "outline" | "danger", extra?: string): string {
  return classNames(
    shape,
    // The border is seen in forced colours, which have no backgrounds.
    look === "solid" &&
      "border border-transparent bg-board text-board-ink not-aria-disabled:hover:bg-board/85",
    look === "danger" && "border border-transparent bg-fault text-paper not-aria-disabled:hover:bg-fault/85",
    look === "outline" &&
      "border border-line bg-card text-ink not-aria-disabled:hover:border-board not-aria-disabled:hover:text-board",
    extra,
  );
}
