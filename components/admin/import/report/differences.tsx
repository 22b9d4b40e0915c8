import { ArrowRight, ChevronRight } from "lucide-react";
import { countOf, formatCount } from "@/lib/catalogue/display";
import { COLUMN_NAMES, FIELDS } from "@/lib/lecture-import/columns";
import {
  changedFields,
  type Difference,
  excerptAtDifference,
  type LectureCells,
} from "@/lib/lecture-import/report";

type DifferencesProps = {
  /** What the lectures are, shown after their number: `new`. */
  what: string;
  hint: string;
  total: number;
  differences: Difference[];
  isOpen?: boolean;
};

/** A collapsible list of lectures that differ. */
export function Differences({ what, hint, total, differences, isOpen }: DifferencesProps) {
  if (total === 0) return null;
  return (
    <details open={isOpen} className="group rounded-2xl border border-line bg-card">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 px-5 py-3 sm:px-6">
        <ChevronRight aria-hidden="true" className="size-5 transition-transform group-open:rotate-90" />
        <h2 className="font-serif text-xl font-semibold tabular-nums">
          {formatCount(total)} {what}
        </h2>
      </summary>
      <p className="px-5 pb-3 text-sm text-pretty text-quiet sm:px-6">
        {hint}
        {total > differences.length ? ` Here are the first ${formatCount(differences.length)}.` : null}
      </p>
      <ul className="border-t border-line">
        {differences.map((difference) => (
          <li key={difference.nth} className="border-line px-5 py-3 text-sm not-last:border-b sm:px-6">
            <LectureName lecture={difference.after ?? difference.before} />
            <ChangedCells difference={difference} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function LectureName({ lecture }: { lecture: LectureCells | null }) {
  if (!lecture) return null;
  const { course_name: course, lecture_number: number, lecture_name: name } = lecture;
  return (
    <p className="wrap-anywhere">
      <bdi className="font-semibold">{name}</bdi>
      <span className="text-quiet">
        {" · "}
        {number === null ? null : `${number} · `}
        <bdi>{course}</bdi>
      </span>
    </p>
  );
}

/** Old and new contents of the cells that change. */
function ChangedCells({ difference }: { difference: Difference }) {
  const fields = changedFields(FIELDS, difference);
  if (fields.length === 0) return null;
  return (
    <dl className="mt-1.5 grid gap-1.5">
      {fields.map((field) => (
        <div key={field} className="grid gap-x-3 @xl:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-quiet">{COLUMN_NAMES[field]}</dt>
          <dd className="wrap-anywhere">
            <del className="rounded bg-fault/10 px-1 text-fault decoration-1">
              <span className="sr-only">before: </span>
              <CellText value={difference.before?.[field]} other={difference.after?.[field]} />
            </del>{" "}
            <ArrowRight aria-hidden="true" className="inline size-3.5 text-quiet" />{" "}
            <ins className="rounded bg-board-soft px-1 text-board no-underline">
              <span className="sr-only">after: </span>
              <CellText value={difference.after?.[field]} other={difference.before?.[field]} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type CellTextProps = Record<"value" | "other", string | number | null | undefined>;

function CellText({ value, other }: CellTextProps) {
  if (value === null || value === undefined) return "(empty)";
  return <bdi>{excerptAtDifference(String(value), String(other ?? ""))}</bdi>;
}

/** `1,204 new · 37 changed …`: what a file would change, in one line. */
export function differencesLine(counts: {
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  missing: number;
}): string {
  const { inserted, updated, unchanged, rejected, missing } = counts;
  const parts = [
    `${formatCount(inserted)} new`,
    `${formatCount(updated)} changed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(rejected)} rejected`,
  ];
  if (missing > 0)
    parts.push(
      `${countOf(missing, "lecture")} of these courses ${missing === 1 ? "is" : "are"} not in the file`,
    );
  return parts.join(" · ");
}
