import { textOf } from "../parameter.ts";

/** The columns by which lectures can be sorted. Lectures of a course stay together, in their order. */
export const SORTS = ["course", "subject", "instructor"] as const;

export type LectureSort = { by: (typeof SORTS)[number]; isDescending: boolean };

/** The order of the list if none is requested. */
export const DEFAULT_SORT: LectureSort = { by: "course", isDescending: false };

/** The query parameter `sort`: a column, with a leading hyphen for descending order; the default if it is invalid. */
export function parseSort(parameter: string | string[] | undefined): LectureSort {
  const text = textOf(parameter);
  const isDescending = text.startsWith("-");
  const by = SORTS.find((sort) => sort === (isDescending ? text.slice(1) : text));
  return by ? { by, isDescending } : DEFAULT_SORT;
}

/** The value of the query parameter `sort` for an order; empty for the default. */
export function sortParameter({ by, isDescending }: LectureSort): string {
  if (isDescending) return `-${by}`;
  return by === DEFAULT_SORT.by ? "" : by;
}

/** The order after a press on a column's header: ascending, or descending if the list is ascending by it already. */
export const sortAfterPress = (by: LectureSort["by"], current: LectureSort): LectureSort => ({
  by,
  isDescending: current.by === by && !current.isDescending,
});

/** An order as text, such as "by main instructor, last first"; undefined for the default order. */
export function describeSort(sort: LectureSort): string | undefined {
  if (sortParameter(sort) === "") return undefined;
  return `by ${sort.by === "instructor" ? "main instructor" : sort.by}${sort.isDescending ? ", last first" : ""}`;
}
