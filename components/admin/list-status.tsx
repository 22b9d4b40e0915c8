import { shownRange } from "@/lib/admin/display";
import type { ListPage } from "@/lib/admin/types";

type ListStatusProps = {
  list: ListPage<unknown>;
  /** Appended to the text if the order is not the default one: "by subject". */
  order?: string | undefined;
};

/** Which rows are shown. Screen readers announce a change. */
export function ListStatus({ list, order }: ListStatusProps) {
  const range = shownRange(list);
  return (
    <p role="status" className="my-4 text-sm text-quiet tabular-nums">
      {range === null ? "Nothing to show" : order ? `${range}, ${order}` : range}
    </p>
  );
}
