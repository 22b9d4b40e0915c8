import { shownRange } from "@/lib/admin/display";
import type { ListPage } from "@/lib/admin/types";

type ListStatusProps = {
  list: ListPage<unknown>;
  /** Behind what is said, where it is no matter of course: "by subject". */
  order?: string | undefined;
};

/** Which rows are shown, said aloud when they change. */
export function ListStatus({ list, order }: ListStatusProps) {
  const range = shownRange(list);
  return (
    <p role="status" className="my-4 text-sm text-quiet tabular-nums">
      {range === null ? "Nothing to show" : order ? `${range}, ${order}` : range}
    </p>
  );
}
