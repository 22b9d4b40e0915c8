import type { Toast } from "./toast";

const edges = { success: "border-l-board", error: "border-l-fault", info: "border-l-chalk" };

/** Classes of a toast: the site's colours, with an edge whose colour shows the kind. It can be pressed beside a dialog. */
export function toastClasses(kind: Toast["kind"]): string {
  return `pointer-events-auto flex w-full flex-wrap items-center gap-3 rounded-lg border border-l-4 border-line bg-card p-4 text-sm font-semibold text-ink shadow-lg ${edges[kind]}`;
}

export const toastActionClasses =
  "ml-auto min-h-11 shrink-0 rounded-md px-3 text-board underline underline-offset-4";
