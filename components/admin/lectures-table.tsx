import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Route } from "next";
import { classNames } from "@/components/ui/class-names";
import { Missing } from "@/components/ui/missing";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { type LectureSort, SORTS, sortAfterPress } from "@/lib/admin/lecture-sort";
import { adminRoutes } from "@/lib/admin/routes";
import type { ListedLecture } from "@/lib/admin/types";
import { formatCount } from "@/lib/catalogue/display";
import { ConsoleLink } from "./console-navigation.client";

const course = { label: "Course Name", width: 25 };
const lecture = { label: "Lecture Name", width: 28 };
const subject = { label: "Subject", width: 17 };
const instructor = { label: "Instructor", width: 18 };
const views = { label: "Views", width: 12, isNumber: true };

/** More views than any video has. A larger number of a file takes two lines instead of its neighbour's place. */
const MOST_IN_A_LINE = 999_999_999_999;

type LecturesTableProps = {
  labelledBy: string;
  lectures: readonly ListedLecture[];
  sorting: Sorting;
};

/** How the list is sorted, and the links to the list in other orders. */
type Sorting = { sort: LectureSort; hrefOf: (sort: LectureSort) => Route };

export function LecturesTable({ labelledBy, lectures, sorting }: LecturesTableProps) {
  const sortable = (column: Column, by: LectureSort["by"]) => ({
    ...column,
    ...sortedBy(sorting, by, column.label),
  });
  const columns = [
    sortable(course, "course"),
    lecture,
    sortable(subject, "subject"),
    sortable(instructor, "instructor"),
    views,
  ];
  return (
    <Table labelledBy={labelledBy} columns={columns}>
      {lectures.map((row) => (
        <Row key={row.id}>
          <Cell column={course}>{row.courseName}</Cell>
          <Cell column={lecture} className="font-semibold">
            <ConsoleLink
              href={adminRoutes.lecture(row.id)}
              className="-my-3 block py-3 text-board hover:underline"
            >
              {row.name}
            </ConsoleLink>
          </Cell>
          <Cell column={subject}>{row.subject ?? <Missing label="No subject" />}</Cell>
          <Cell column={instructor}>{row.instructor ?? <Missing label="No instructor" />}</Cell>
          <Cell column={views}>
            {row.views === null ? (
              <Missing label="Not known" />
            ) : (
              <span className={row.views > MOST_IN_A_LINE ? "whitespace-normal" : undefined}>
                {formatCount(row.views)}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** A column header as a link that sorts by it. If the table is too narrow for columns, `SortLinks` replaces it. */
function sortedBy({ sort, hrefOf }: Sorting, by: LectureSort["by"], label: string): Partial<Column> {
  const isSorted = sort.by === by;
  const Icon = !isSorted ? ChevronsUpDown : sort.isDescending ? ArrowDown : ArrowUp;
  return {
    sort: isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined,
    heading: (
      <>
        <span className="@3xl:hidden">{label}</span>
        <ConsoleLink
          href={hrefOf(sortAfterPress(by, sort))}
          className={classNames(
            "-my-3 hidden min-h-11 items-center gap-1 hover:text-ink hover:underline @3xl:inline-flex",
            isSorted && "text-ink",
          )}
        >
          {label}
          <Icon aria-hidden="true" className="size-3.5" />
        </ConsoleLink>
      </>
    ),
  };
}

/** The links that sort the list, shown if there is no room for columns. */
export function SortLinks({ sort, hrefOf }: Sorting) {
  return (
    <nav aria-label="Sort by" className="flex flex-wrap items-center gap-x-5 text-sm @3xl:hidden">
      <span aria-hidden="true" className="text-quiet">
        Sort by
      </span>
      {SORTS.map((by) => {
        const isSorted = sort.by === by;
        const Arrow = isSorted && sort.isDescending ? ArrowDown : ArrowUp;
        return (
          <ConsoleLink
            key={by}
            href={hrefOf(sortAfterPress(by, sort))}
            aria-current={isSorted ? "true" : undefined}
            className="inline-flex min-h-11 items-center gap-1 text-board hover:underline aria-[current]:font-semibold"
          >
            {sortNames[by]}
            {isSorted ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
          </ConsoleLink>
        );
      })}
    </nav>
  );
}

const sortNames: Record<LectureSort["by"], string> = {
  course: "Course",
  subject: "Subject",
  instructor: "Instructor",
};
