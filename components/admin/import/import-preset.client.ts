"use client";

import { type Result, send } from "@/components/api/calls.client";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import type { Preset } from "@/lib/lecture-import/files";
import { otherCountsText } from "@/lib/lecture-import/job";
import { fetchFailed, importedRowsOf, importFailed, importMessages } from "@/lib/lecture-import/messages";
import { refreshHistory } from "./follow-job.client";
import { end, fail, isBusy, show } from "./import-state.client";

type Counts = {
  rowsInserted: number;
  totalRows: number;
  rowsUpdated: number;
  rowsUnchanged: number;
  rowsRejected: number;
};

/** Imports a file that comes with the product, and waits for the result. */
export async function importPreset(preset: Preset): Promise<void> {
  if (isBusy()) return;
  showStage(preset, importMessages.fetching);
  const fetched = await fetchText(preset.path);
  if (!fetched.ok) return fail("preset", fetched.status, fetchFailed(fetched.message));

  showStage(preset, importMessages.processingPreset);
  const { fileName } = preset;
  const imported = await send<Counts>("POST", "/api/import-csv", { csvContent: fetched.data, fileName });
  refreshHistory();
  if (!imported.ok) return fail("preset", imported.status, importFailed(imported.message));
  const { rowsInserted, totalRows, rowsUpdated, rowsUnchanged, rowsRejected } = imported.data;
  const others = { updated: rowsUpdated, unchanged: rowsUnchanged, rejected: rowsRejected };
  end();
  showToast("success", importedRowsOf(rowsInserted, totalRows), otherCountsText(others));
}

function showStage({ label }: Preset, text: string): void {
  show({ kind: "preset", name: label, size: null, phase: "sending", text, percent: null, note: "" });
}

async function fetchText(path: string): Promise<Result<string>> {
  try {
    const response = await fetch(path);
    if (response.ok) return { ok: true, data: await response.text() };
    // HTTP/2 has no status text.
    return { ok: false, status: response.status, message: response.statusText || String(response.status) };
  } catch {
    return { ok: false, status: 0, message: apiMessages.unreachable };
  }
}
