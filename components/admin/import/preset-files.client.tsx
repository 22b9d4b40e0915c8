"use client";

import { type Result, send } from "@/components/api/calls.client";
import { fetchWithTimeout } from "@/components/api/fetch-with-timeout.client";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { type Preset, presets } from "@/lib/lecture-import/files";
import { otherCountsText } from "@/lib/lecture-import/job";
import {
  fetchFailed,
  importedRowsOf,
  importFailed,
  importMessages,
  nothingImported,
} from "@/lib/lecture-import/messages";
import { FailureNote, ImportBar } from "./activity-view.client";
import { refreshHistory } from "./follow-job.client";
import { end, fail, isBusy, show, useImportState } from "./import-state.client";

/** A button for each file that comes with the product. */
export function PresetFiles() {
  const { activity, failure, isReady } = useImportState();
  const progress = activity?.kind === "preset" ? activity : null;
  return (
    <section aria-labelledby="preset-files" className="rounded-2xl border border-line bg-card p-card sm:p-6">
      <h2 id="preset-files" className="font-serif text-xl font-semibold">
        Preset files
      </h2>
      {/* The progress has the place of the text, however many lines that takes: the buttons stay where they are. */}
      <div className="mt-1 grid min-h-11 text-sm *:[grid-area:1/1]">
        <p className={classNames("text-quiet", progress && "invisible")}>
          The lectures that come with the product. Those already there are not added twice.
        </p>
        {progress ? (
          <div>
            <p className="mb-2">{progress.text}</p>
            <ImportBar label={progress.name} percent={null} valueText={progress.text} />
          </div>
        ) : null}
      </div>
      {failure?.kind === "preset" ? <FailureNote failure={failure} /> : null}
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,34%)),1fr))] gap-2.5">
        {presets.map((preset) => {
          const isRunning = progress?.name === preset.label;
          return (
            <li key={preset.fileName} className="flex">
              <button
                type="button"
                disabled={!isReady}
                // Not `disabled` during an import, because that would remove the focus.
                aria-disabled={activity !== null}
                onClick={() => void importPreset(preset)}
                className={buttonClasses(
                  "outline",
                  classNames(
                    "grow px-2.5! py-2 leading-tight",
                    isRunning &&
                      "animate-pulse border-board! bg-board-soft! text-board aria-disabled:opacity-100!",
                  ),
                )}
              >
                <PresetLabel text={preset.label} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Wraps to two lines if necessary, but never inside the file's name. */
function PresetLabel({ text }: { text: string }) {
  const end = text.lastIndexOf(" ");
  return (
    <span>
      {text.slice(0, end + 1)}
      <span className="whitespace-nowrap">{text.slice(end + 1)}</span>
    </span>
  );
}

type Counts = {
  rowsInserted: number;
  totalRows: number;
  rowsUpdated: number;
  rowsUnchanged: number;
  rowsRejected: number;
};

/** The server answers when all rows are imported, and may have to wait for another import first. */
const IMPORT_TIMEOUT_MS = 300_000;

/** Imports a file that comes with the product, and waits for the result. */
async function importPreset(preset: Preset): Promise<void> {
  if (isBusy()) return;
  showStage(preset, importMessages.fetching);
  const fetched = await fetchText(preset.path);
  if (!fetched.ok) return void fail("preset", fetched.status, fetchFailed(fetched.message));

  showStage(preset, importMessages.processingPreset);
  const { fileName } = preset;
  const body = { csvContent: fetched.data, fileName };
  const imported = await send<Counts>("POST", "/api/import-csv", body, { timeoutMs: IMPORT_TIMEOUT_MS });
  refreshHistory();
  if (!imported.ok) return void fail("preset", imported.status, importFailed(imported.message));
  const { rowsInserted, totalRows, rowsUpdated, rowsUnchanged, rowsRejected } = imported.data;
  const others = { updated: rowsUpdated, unchanged: rowsUnchanged, rejected: rowsRejected };
  end();
  if (rowsRejected === totalRows) showToast("error", nothingImported(rowsRejected));
  else showToast("success", importedRowsOf(rowsInserted, totalRows), otherCountsText(others));
}

function showStage({ label }: Preset, text: string): void {
  show({ kind: "preset", name: label, size: null, phase: "sending", text, percent: null, note: "" });
}

async function fetchText(path: string): Promise<Result<string>> {
  try {
    const response = await fetchWithTimeout(path);
    if (response.ok) return { ok: true, data: await response.text() };
    // HTTP/2 has no status text.
    return { ok: false, status: response.status, message: response.statusText || String(response.status) };
  } catch {
    return { ok: false, status: 0, message: apiMessages.unreachable };
  }
}
