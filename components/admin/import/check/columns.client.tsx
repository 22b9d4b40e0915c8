"use client";

import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { RadioOptions } from "@/components/ui/radio-options";
import { Select } from "@/components/ui/select.client";
import { countOf, formatCount } from "@/lib/catalogue/display";
import type { FieldChoice } from "@/lib/csv/header";
import type { Field } from "@/lib/lecture-import/columns";
import { describeFormat } from "@/lib/lecture-import/describe-format";
import type { LecturePreview } from "@/lib/lecture-import/preview";

/** The sheet of a workbook that is read, the other visible sheets, and how many of its rows are hidden. */
export type Sheet = { name: string; others: string[]; hiddenRows: number };

const hiddenText = (count: number) =>
  count === 1
    ? "1 row is hidden in the sheet, and is read like the others."
    : `${countOf(count, "row")} are hidden in the sheet, and are read like the others.`;

const otherSheetsText = (count: number) =>
  count === 1
    ? "Only this sheet is read, not the other one."
    : `Only this sheet is read, none of the other ${formatCount(count)}.`;

type ColumnsProps = {
  preview: LecturePreview;
  /** Names of the fields. Their module includes schemas, so it is loaded only with the first file. */
  names: Record<Field, string>;
  sheet: Sheet | undefined;
  onSheet: (name: string) => void;
  onChange: (index: number, choice: FieldChoice<Field>) => void;
  /** Fields without a column that the import empties. */
  emptied: readonly Field[];
  onEmpty: (field: Field, isEmptied: boolean) => void;
};

/** The value of “Don’t import”: a select allows no empty value. */
const NONE = "-";

/** How a file is read, and for each column its name, fill rate, some values and its field. */
export function Columns({ preview, names, sheet, onSheet, onChange, emptied, onEmpty }: ColumnsProps) {
  const absentTitle = useId();
  const { columns, format, rows, missing, absent, fault } = preview;
  const fields = Object.entries(names).map(([value, label]) => ({ value, label }));
  const options = [{ value: NONE, label: "Don’t import" }, ...fields];
  const namesOf = (some: Field[]) => some.map((field) => names[field]).join(", ");
  return (
    <>
      <p className="mt-1 text-sm text-pretty text-quiet">
        {sheet ? (
          <>
            The sheet “<bdi>{sheet.name}</bdi>” of the workbook; row {format.headerRow} names the columns.
          </>
        ) : (
          describeFormat(format)
        )}{" "}
        The values shown are from {rows === 1 ? "its first row" : `its first ${countOf(rows, "row")}`}.
        {sheet && sheet.hiddenRows > 0 ? ` ${hiddenText(sheet.hiddenRows)}` : null}
        {sheet && sheet.others.length > 0 ? ` ${otherSheetsText(sheet.others.length)}` : null}
      </p>
      {sheet && sheet.others.length > 0 ? (
        <div className="mt-3">
          <Select
            label="Sheet"
            value={sheet.name}
            options={[sheet.name, ...sheet.others].map((name) => ({ value: name, label: name }))}
            onChange={onSheet}
          />
        </div>
      ) : null}
      <div role="status">
        {missing.length > 0 ? (
          <Fault
            text={`No column is chosen for ${namesOf(missing)}. Every file needs ${missing.length === 1 ? "it" : "them"}.`}
          />
        ) : null}
        {fault ? <Fault text={fault} /> : null}
      </div>
      <ul className="mt-4 border-y border-line">
        {columns.map(({ name, field, filled, samples }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and keep their order
            key={index}
            className="grid gap-x-4 gap-y-2 border-line py-3 not-last:border-b @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_12rem] @2xl:items-center"
          >
            <p className="font-semibold wrap-anywhere">
              <bdi>{name || `Column ${index + 1}, without a name`}</bdi>
              <span className="block text-sm font-normal text-quiet tabular-nums">
                {Math.round(filled * 100)}% filled
              </span>
            </p>
            <ul className="grid gap-0.5 text-sm text-quiet">
              {samples.map((sample) => (
                <li key={sample} className="truncate">
                  <bdi>{sample}</bdi>
                </li>
              ))}
            </ul>
            <Select
              label={`Field of the column ${name || index + 1}`}
              value={field ?? NONE}
              options={options}
              onChange={(value) => onChange(index, value === NONE ? null : (value as Field))}
            />
          </li>
        ))}
      </ul>
      {absent.length > 0 ? (
        <section aria-labelledby={absentTitle} className="mt-6">
          <h3 id={absentTitle} className="font-semibold">
            Not in the file
          </h3>
          <p className="mt-1 text-sm text-pretty text-quiet">
            The file has no column for {absent.length === 1 ? "this" : "these"}. Lectures that are there
            already keep what they have, unless you have it emptied in those that the file has.
          </p>
          <ul className="mt-3 border-y border-line">
            {absent.map((field) => (
              <AbsentField
                key={field}
                name={names[field]}
                isEmptied={emptied.includes(field)}
                onChange={(isEmptied) => onEmpty(field, isEmptied)}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const absentChoices = [
  { value: false, label: "Keep what is there" },
  { value: true, label: "Empty it" },
];

type AbsentFieldProps = { name: string; isEmptied: boolean; onChange: (isEmptied: boolean) => void };

/** Asks whether a field without a column in the file is kept or emptied. */
function AbsentField({ name, isEmptied, onChange }: AbsentFieldProps) {
  return (
    <li className="border-line not-last:border-b">
      <fieldset className="grid gap-x-4 py-1.5 @max-lg:pt-3 @lg:grid-cols-[minmax(0,1fr)_auto] @lg:items-center">
        <legend className="float-left font-semibold wrap-anywhere">{name}</legend>
        <div className="clear-left flex flex-wrap gap-x-6 @lg:clear-none">
          <RadioOptions value={isEmptied} options={absentChoices} onChange={onChange} />
        </div>
      </fieldset>
    </li>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <p className="mt-3 flex gap-2.5 text-sm text-fault">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
      <span className="text-pretty wrap-anywhere">{text}</span>
    </p>
  );
}
