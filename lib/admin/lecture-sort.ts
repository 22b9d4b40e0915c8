import { textOf } from "../parameter.ts";

/** The columns by which lectures can be listed. Lectures of a course stay together, in their order. */
export const SORTS = ["course", "subject", "instructor"] as const;

export type LectureSort = { by: (typeof SORTS)[number]; isDescending: boolean };

/** As the list is where nothing else is asked for. */
export const DEFAULT_SORT: LectureSort = { by: "course", isDescending: false };

/** The `sort` of an address: a column, with a hyphen in front from the last to the first. What is none is the default. */
export function parseSort(parameter: string | string[] | undefined): LectureSort {
  const text = textOf(parameter);
  const isDescending = text.startsWith("-");
  const by = SORTS.find((sort) => sort === (isDescending ? text.slice(1) : text));
  return by ? { by, isDescending } : DEFAULT_SORT;
}

/** The other way round; empty for the default. */
export function sortParameter({ by, isDescending }: LectureSort): string {
  if (isDescending) return `-${by}`;
  return by === DEFAULT_SORT.by ? "" : by;
}

/** What a press on a column's header asks for: that column, and where it is that one already the other direction. */
export const sortAfterPress = (by: LectureSort["by"], current: LectureSort): LectureSort => ({
  by,
  isDescending: current.by === by && !current.isDescending,
});

/** "by main instructor, last first", and nothing of the order in which the list is where nothing else is asked for. */
export function describeSort(sort: LectureSort): string | undefined {
  if (sortParameter(sort) === "") return undefined;
  return `by ${sort.by === "instructor" ? "main instructor" : sort.by}${sort.isDescending ? ", last first" : ""}`;
}
