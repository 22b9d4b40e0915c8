"use client";

import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { RadioOptions } from "@/components/ui/radio-options";
import { TextField } from "@/components/ui/text-field";
import { countOf, formatCount } from "@/lib/catalogue/display";
import type { ImportJob } from "@/lib/lecture-import/job";
import { importMessages } from "@/lib/lecture-import/messages";
import { emptiedText, importLabel, needsTyping, rowsOverEdits } from "@/lib/lecture-import/report";
import { useNewJob } from "./job-actions.client";

type ImportCheckedProps = {
  check: ImportJob;
  /** Rows that are new or changed. */
  rows: number;
  /** Number of missing lectures that are never removed, because learners have progress or notes there. */
  kept: number;
  /** Names of the fields that the import empties. */
  emptied: string[];
};

/** Imports the file of a check. Anything beyond new and changed rows must be chosen or confirmed. */
export function ImportChecked({ check, rows, kept, emptied }: ImportCheckedProps) {
  const [overwritesEdits, setOverwritesEdits] = useState(false);
  const [removesMissing, setRemovesMissing] = useState(false);
  const [typed, setTyped] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const { add, isBusy } = useNewJob(`/api/imports/${check.id}/import`);
  const removable = (check.missingRows ?? 0) - kept;
  const isTyped = !removesMissing || !needsTyping(removable, check) || toNumber(typed) === removable;
  const emptiedNote = useId();
  const lost = check.emptiedRows + (overwritesEdits ? check.emptiedEditedRows : 0);
  const label = importLabel(
    overwritesEdits ? rowsOverEdits(check) : { least: rows, most: rows },
    removesMissing ? removable : 0,
  );

  function start() {
    setIsRefused(!isTyped);
    if (isTyped) add({ overwritesEdits, removesMissing });
  }

  return (
    <>
      {check.editedRows > 0 ? (
        <EditedCells count={check.editedRows} isFiles={overwritesEdits} onChange={setOverwritesEdits} />
      ) : null}
      {(check.missingRows ?? 0) > 0 ? (
        <MissingLectures
          check={check}
          kept={kept}
          isChecked={removesMissing}
          onChange={(isChecked) => {
            setRemovesMissing(isChecked);
            setIsRefused(false);
          }}
        >
          {removesMissing && needsTyping(removable, check) ? (
            <div className="mt-2 max-w-72">
              <TextField
                label={`Type ${removable} to confirm`}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                {...(isRefused && !isTyped && { error: importMessages.typeTheNumber })}
              />
            </div>
          ) : null}
        </MissingLectures>
      ) : null}
      {emptied.length > 0 ? (
        <div role="status" className={`${box} flex gap-2.5`}>
          {lost > 0 ? <CircleAlert aria-hidden="true" className="mt-0.5 size-5 text-fault" /> : null}
          <p id={emptiedNote} className="text-pretty">
            {emptiedText(emptied, lost)}
          </p>
        </div>
      ) : null}
      {label ? (
        <button
          type="button"
          aria-disabled={isBusy}
          aria-describedby={emptied.length > 0 ? emptiedNote : undefined}
          onClick={start}
          className={buttonClasses("solid")}
        >
          {label}
        </button>
      ) : null}
    </>
  );
}

const toNumber = (text: string) => (/^[\d,. ]+$/.test(text) ? Number(text.replace(/\D/g, "")) : null);

const box = "w-full rounded-xl bg-well p-4";

const editedChoices = [
  { value: false, label: "Keep what was edited" },
  { value: true, label: "Take what the file has" },
];

type EditedCellsProps = { count: number; isFiles: boolean; onChange: (isFiles: boolean) => void };

/** Asks whether cells that were edited by hand keep their contents. */
function EditedCells({ count, isFiles, onChange }: EditedCellsProps) {
  return (
    <fieldset className={box}>
      <legend className="float-left mb-1 font-semibold text-pretty">
        {countOf(count, "lecture")} {count === 1 ? "was" : "were"} edited in the console, and the file has
        something else there.
      </legend>
      <div className="clear-left flex flex-wrap gap-x-6">
        <RadioOptions value={isFiles} options={editedChoices} onChange={onChange} />
      </div>
    </fieldset>
  );
}

type MissingLecturesProps = {
  check: ImportJob;
  kept: number;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: React.ReactNode;
};

/** Asks whether to remove lectures that are not in the file; those with learners' progress or notes stay. */
function MissingLectures({ check, kept, isChecked, onChange, children }: MissingLecturesProps) {
  const hint = useId();
  const removable = (check.missingRows ?? 0) - kept;
  const stay = `${formatCount(kept)} more ${kept === 1 ? "stays" : "stay"}, because learners have progress or notes there.`;
  if (removable === 0)
    return (
      <p className={`${box} text-sm text-pretty`}>
        {countOf(kept, "lecture")} of these courses {kept === 1 ? "is" : "are"} not in the file, and{" "}
        {kept === 1 ? "stays" : "stay"}, because learners have progress or notes there.
      </p>
    );
  if (check.rejectedRows > 0)
    return (
      <p className={`${box} text-sm text-pretty`}>
        Lectures that are not in the file stay: one of them may be a row that was rejected. They can be
        removed with a file of which every row is taken.
      </p>
    );
  return (
    <div className={box}>
      <label className="flex min-h-11 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint}
          onChange={({ target }) => onChange(target.checked)}
          className="size-4 shrink-0 accent-board"
        />
        Also remove the {countOf(removable, "lecture")} of these courses that {removable === 1 ? "is" : "are"}{" "}
        not in the file
      </label>
      <p id={hint} className="pl-6.5 text-sm text-pretty text-quiet">
        {kept > 0 ? `${stay} ` : null}“Undo this import” brings removed lectures back.
      </p>
      <div className="pl-6.5">{children}</div>
    </div>
  );
}
