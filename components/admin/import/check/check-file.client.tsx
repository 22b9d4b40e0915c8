"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { useIsMounted } from "@/components/ui/use-is-mounted.client";
import { adminRoutes } from "@/lib/admin/routes";
import { isText } from "@/lib/csv/file-kinds";
import type { FieldChoice } from "@/lib/csv/header";
import type { Failure } from "@/lib/csv/parse-csv";
import {
  choicesFor,
  headerKey,
  type RememberedColumns,
  toColumnFields,
} from "@/lib/lecture-import/column-choices";
import type { Field } from "@/lib/lecture-import/columns";
import { findFileFault, isWorkbookName } from "@/lib/lecture-import/files";
import { importMessages } from "@/lib/lecture-import/messages";
import type { LecturePreview } from "@/lib/lecture-import/preview";
import { useKeptFocus } from "../../use-kept-focus.client";
import { ActivityView, FailureNote } from "../activity-view.client";
import { DropZone, preventFileDrop } from "../drop-zone.client";
import { cancelUpload, checkFile } from "../import-file.client";
import { end, fail, isBusy, useImportState } from "../import-state.client";
import { Columns, type Sheet } from "./columns.client";

/** A file that was chosen, and how its columns are mapped to fields. */
type Chosen = {
  given: File;
  /** The file to be sent: for a workbook, one sheet as CSV. */
  file: File;
  preview: LecturePreview;
  choices: FieldChoice<Field>[];
  /** Fields without a column that the import empties. This choice is destructive and therefore never remembered. */
  emptied: Field[];
  names: Record<Field, string>;
  /** For a workbook: the sheet that is read, and the others. */
  sheet?: Sheet;
};

/** What a user had chosen when the page was last left, perhaps by a slip. A page load forgets it, as it does the file. */
let left: { userId: string; chosen: Chosen | null } | undefined;

type CheckFileProps = { remembered: RememberedColumns[]; userId: string };

/** Accepts a file, shows how its columns are mapped to fields, and starts a check of it. */
export function CheckFile({ remembered, userId }: CheckFileProps) {
  const router = useRouter();
  const { activity, failure, isReady } = useImportState();
  const [chosen, setChosen] = useState(() => (left?.userId === userId ? left.chosen : null));
  const [isReading, setIsReading] = useState(false);
  const turns = useRef(0);
  const isMounted = useIsMounted();
  const box = useKeptFocus<HTMLElement>();
  useEffect(preventFileDrop, []);
  /** Whether the report is being loaded: until it is there, the form must not come back. */
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) end();
    },
    [],
  );
  useEffect(() => {
    left = { userId, chosen };
  }, [userId, chosen]);

  /**
   * Does some reading, and shows why it failed. Returns null if it did, or if the administrator has chosen something
   * else meanwhile.
   */
  async function read<Result>(reading: Promise<(Result & { ok: true }) | Failure>): Promise<Result | null> {
    const turn = ++turns.current;
    setIsReading(true);
    // The failure that is shown was about another file, or about other columns.
    if (!isBusy()) end();
    const result = await reading.catch((): Failure => ({ ok: false, message: importMessages.unreadable }));
    if (turn !== turns.current) return null;
    setIsReading(false);
    if (result.ok) return result;
    fail("file", 400, result.message);
    return null;
  }

  async function choose(file: File, wanted?: string) {
    const result = await read(readFile(file, remembered, wanted));
    if (result) setChosen(result);
  }

  function chooseAnother() {
    turns.current++;
    setIsReading(false);
    setChosen(null);
  }

  async function change(index: number, choice: FieldChoice<Field>) {
    if (!chosen) return;
    const choices = chosen.preview.columns.map((_, at) => (at === index ? choice : chosen.choices[at]));
    // At once, because the next choice builds on it.
    setChosen({ ...chosen, choices });
    const result = await read(readAgain(chosen, choices, remembered));
    if (!result) return;
    const { file, preview } = result;
    setChosen((known) => {
      if (!known) return null;
      const emptied = known.emptied.filter((field) => preview.absent.includes(field));
      return { ...known, file, preview, emptied };
    });
  }

  function empty(field: Field, isEmptied: boolean) {
    if (!chosen) return;
    const others = chosen.emptied.filter((other) => other !== field);
    setChosen({ ...chosen, emptied: isEmptied ? [...others, field] : others });
  }

  async function check({ file, choices, preview, emptied }: Chosen) {
    const columns = { fields: toColumnFields(choices), header: namesOf(preview), emptied };
    await checkFile(file, columns, (id) => {
      left = undefined;
      if (!isMounted()) return end();
      isLeaving.current = true;
      router.push(adminRoutes.importReport(id));
      // “Back” leads to the list of checks, which this one is not in yet.
      router.refresh();
    });
  }

  const progress = activity?.kind === "file" ? activity : null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="check-file"
      className="rounded-2xl border border-line bg-card p-card sm:p-6"
    >
      <h2 id="check-file" className="font-serif text-xl font-semibold">
        {chosen ? chosen.file.name : "Choose a file"}
      </h2>
      {progress ? (
        <div className="mt-4 rounded-xl bg-paper p-5 ring-1 ring-line">
          <ActivityView activity={progress} />
          {progress.canCancel ? (
            <button type="button" onClick={cancelUpload} className={buttonClasses("outline", "mt-4")}>
              Cancel
            </button>
          ) : null}
        </div>
      ) : chosen ? (
        <>
          <Columns
            preview={chosen.preview}
            names={chosen.names}
            sheet={chosen.sheet}
            onSheet={(name) => void choose(chosen.given, name)}
            onChange={(index, choice) => void change(index, choice)}
            emptied={chosen.emptied}
            onEmpty={empty}
          />
          <div className="mt-6 flex flex-wrap gap-3">
            <button
              type="button"
              disabled={isReading || !isClear(chosen.preview)}
              onClick={() => void check(chosen)}
              className={buttonClasses("solid", "disabled:opacity-60")}
            >
              Check this file
            </button>
            <button type="button" onClick={chooseAnother} className={buttonClasses("outline")}>
              Choose another file
            </button>
          </div>
        </>
      ) : (
        <div className="mt-4 grid">
          <DropZone
            isReady={isReady && !isReading}
            isDisabled={activity !== null}
            label="Choose a CSV or Excel file"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv"
            notOne={importMessages.notOne}
            onFiles={([file]) => void choose(file)}
          />
        </div>
      )}
      {failure?.kind === "file" ? <FailureNote failure={failure} /> : null}
    </section>
  );
}

/** Whether every required field has a column and the choice of columns has no fault. */
const isClear = ({ missing, fault }: LecturePreview) => missing.length === 0 && fault === null;

const namesOf = (preview: LecturePreview) => preview.columns.map(({ name }) => name);

/** Reads the start of a file, or a whole sheet of a workbook. Nothing is sent. */
async function readFile(
  given: File,
  remembered: RememberedColumns[],
  wanted?: string,
): Promise<(Chosen & { ok: true }) | Failure> {
  const fault = findFileFault(given, "check");
  if (fault) return { ok: false, message: fault };
  const workbook = await readWorkbook(given, remembered, wanted);
  if (!workbook.ok) return workbook;
  const { file, sheet } = workbook;
  const { COLUMN_NAMES: names } = await import("@/lib/lecture-import/preview");
  const read = await previewAsRemembered(file, remembered);
  return read.ok ? { ...read, given, file, emptied: [], names, ...(sheet && { sheet }) } : read;
}

/** Reads a file with other choices. In a workbook these also decide which links are read. */
async function readAgain(
  chosen: Chosen,
  choices: FieldChoice<Field>[],
  remembered: RememberedColumns[],
): Promise<{ ok: true; file: File; preview: LecturePreview } | Failure> {
  const names = namesOf(chosen.preview);
  // The last column may be one that was added for links.
  const chosenColumns = [names, names.slice(0, -1)].map((header) => ({
    header: headerKey(header),
    fields: toColumnFields(choices),
  }));
  const workbook = chosen.sheet
    ? await readWorkbook(chosen.given, [...chosenColumns, ...remembered], chosen.sheet.name)
    : null;
  if (workbook && !workbook.ok) return workbook;
  const file = workbook?.file ?? chosen.file;
  const { previewLectures } = await import("@/lib/lecture-import/preview");
  const preview = await previewLectures(file, choices);
  return preview.ok ? { ok: true, file, preview } : preview;
}

/** Shows how a file will be read, with the columns that were chosen for an earlier file with the same header. */
async function previewAsRemembered(
  file: Blob,
  remembered: RememberedColumns[],
): Promise<({ ok: true } & Pick<Chosen, "preview" | "choices">) | Failure> {
  const { previewLectures } = await import("@/lib/lecture-import/preview");
  const first = await previewLectures(file, []);
  if (!first.ok) return first;
  const choices = choicesFor(remembered, namesOf(first));
  const preview = choices.length > 0 ? await previewLectures(file, choices) : first;
  return preview.ok ? { ok: true, preview, choices } : preview;
}

/** Whether a file is read as a workbook: some systems give one the name .csv, others a text the name .xls. */
async function isWorkbook(file: File): Promise<boolean> {
  if (!isWorkbookName(file.name)) return (await file.slice(0, 4).text()) === "PK\x03\x04";
  return !isText(new Uint8Array(await file.slice(0, 4096).arrayBuffer()));
}

/** Converts a sheet of a workbook to CSV; returns other files as they are. */
async function readWorkbook(
  given: File,
  remembered: RememberedColumns[],
  wanted?: string,
): Promise<{ ok: true; file: File; sheet?: Sheet } | Failure> {
  if (!(await isWorkbook(given))) return { ok: true, file: given };
  const [{ workbookToCsv }, { lectureLinks }] = await Promise.all([
    import("@/lib/csv/workbook"),
    import("@/lib/lecture-import/workbook-links"),
  ]);
  const isMeant = async (csv: Blob) => {
    const read = await previewAsRemembered(csv, remembered);
    return read.ok && isClear(read.preview);
  };
  const options = {
    isMeant,
    links: lectureLinks(remembered),
    ...(wanted !== undefined && { sheet: wanted }),
  };
  const read = await workbookToCsv(given, options);
  if (!read.ok) return read;
  const file = new File([read.csv], given.name, { type: "text/csv", lastModified: given.lastModified });
  return {
    ok: true,
    file,
    sheet: { name: read.sheet, others: read.otherSheets, hiddenRows: read.hiddenRows },
  };
}
