import { shownRange } from "@/lib/admin/display";
import type { ListPage } from "@/lib/admin/types";

/** Which rows are shown, said aloud when they change. */
export function ListStatus({ list }: { list: ListPage<unknown> }) {
  return (
    <p role="status" className="my-4 text-sm text-quiet tabular-nums">
      {shownRange(list) ?? "Nothing to show"}
    </p>
  );
}
