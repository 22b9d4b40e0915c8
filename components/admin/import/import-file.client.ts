"use client";

import { get, type Result, send } from "@/components/api/calls.client";
import { isTransient, TIMEOUT_MS } from "@/components/api/fetch-with-timeout.client";
import { keep, readKept } from "@/components/api/kept.client";
import { showToast } from "@/components/ui/toast";
import type { ColumnFields } from "@/lib/lecture-import/column-choices";
import type { Field } from "@/lib/lecture-import/columns";
import { findFileFault } from "@/lib/lecture-import/files";
import type { ImportJob } from "@/lib/lecture-import/job";
import { importMessages, mayLeave, uploadFailed } from "@/lib/lecture-import/messages";
import { percentOf } from "@/lib/percent";
import type { Activity, Ended } from "./activity";
import { followStarted, startJob } from "./follow-job.client";
import { end, fail, isBusy, show } from "./import-state.client";
import {
  discardUpload,
  type ResumableUpload,
  type SendOptions,
  sendRemaining,
} from "./resumable-upload.client";

/** The upload address that the app's route returns, and the file's path in the bucket. */
type UploadAddress = ResumableUpload & { filePath: string };

let upload = new AbortController();

/** Cancels the current upload. */
export function cancelUpload(): void {
  upload.abort();
}

/**
 * Uploads a file, imports it, and follows the import to its end. A file that breaks a rule is not sent. An upload
 * that was interrupted, even by a page reload, resumes with the bytes that have not arrived.
 */
export async function importFile(file: File): Promise<void> {
  const started = await startFile(file, { mode: "import" }, () => void importFile(file));
  if (started?.job) await followStarted(started.job);
}

/** Like `importFile`, for one of several files: the page is not reloaded, and the caller shows each result. */
export async function importQueuedFile(file: File): Promise<Ended> {
  const started = await startFile(file, { mode: "import" });
  if (!started) return { state: "cancelled", text: "" };
  return started.job ? followStarted(started.job, true) : started.ended;
}

/**
 * Uploads a file and starts a check of it, with its columns mapped to fields as chosen.
 * @param onDone receives the check's id once the check has started, and has to end the activity
 */
export async function checkFile(file: File, columns: Columns, onDone: (id: string) => void): Promise<void> {
  const again = () => void checkFile(file, columns, onDone);
  const started = await startFile(file, { mode: "check", ...columns }, again);
  if (started?.job) onDone(started.job.id);
}

/** The field and the name of each column of a file, and the fields without a column that are to be emptied. */
type Columns = { fields: ColumnFields; header: string[]; emptied: Field[] };

/** What a file is uploaded for. */
type Purpose = { mode: "import" } | ({ mode: "check" } & Columns);

type Started = { job: ImportJob } | { job?: never; ended: Ended };

/**
 * Uploads a file and starts its job. The page shows a failure or a cancellation. Null if another activity is in
 * progress.
 */
async function startFile(file: File, purpose: Purpose, again?: () => void): Promise<Started | null> {
  if (isBusy()) return null;
  const failed = (status: number, message: string, tryAgain?: () => void) => ({
    ended: fail("file", status, message, tryAgain),
  });
  const fault = findFileFault(file, purpose.mode);
  if (fault) return failed(400, fault);

  upload = new AbortController();
  const { signal } = upload;
  const created = await sendFile(file, purpose, signal);
  if (signal.aborted) {
    const address = readAddress(file);
    if (address) discardUpload(address);
    forgetAddress();
    end();
    void showToast("info", importMessages.cancelled);
    return { ended: { state: "cancelled", text: importMessages.cancelled } };
  }
  if (!created.ok) return failed(created.status, uploadFailed(created.message), again);

  show({ ...stage(file, importMessages.starting), phase: "running", note: mayLeave(purpose.mode) });
  const started = await begin(created.data.id);
  if (!started.ok) return failed(started.status, uploadFailed(started.message), again);
  return { job: started.data.job };
}

/** Uploads a file to the bucket and creates its job. */
async function sendFile(file: File, purpose: Purpose, signal: AbortSignal): Promise<Result<{ id: string }>> {
  const sending = showSending(file);
  const sent = await uploadFile(file, purpose.mode, {
    signal,
    onProgress: sending.show,
    onBreak: sending.showStalled,
  });
  sending.end();
  if (!sent.ok) return sent;
  show(stage(file, importMessages.creatingJob));
  const { name: fileName, size: fileSize } = file;
  const { filePath } = sent.data;
  const created = await send<{ id: string }>("POST", "/api/imports", {
    filePath,
    fileName,
    fileSize,
    ...purpose,
  });
  if (created.ok) forgetAddress();
  return created;
}

/** Uploads a file to the address that this tab has stored for it, or to a new one if the storage refuses that. */
async function uploadFile(
  file: File,
  mode: Purpose["mode"],
  options: SendOptions,
): Promise<Result<UploadAddress>> {
  const body = { fileName: file.name, fileSize: file.size, mode };
  const ask = <Answer>(part: object = {}) =>
    send<Answer>("POST", "/api/imports/upload-address", { ...body, ...part }, { signal: options.signal });
  const renew = (filePath: string) => ask<Pick<UploadAddress, "headers">>({ filePath });
  const kept = readAddress(file);
  const resumed = kept && (await sendTo(kept, file, options, renew));
  if (resumed && !isRefused(resumed)) return resumed;
  const address = await ask<UploadAddress>();
  return address.ok ? sendTo(address.data, file, options, renew) : address;
}

/**
 * Sends a file to an address, which the tab stores for as long as the upload can be resumed. If the storage refuses its
 * headers, as it may after a minute, `renew` gets other ones for the same upload; again only if the upload has got on.
 */
async function sendTo(
  address: UploadAddress,
  file: File,
  options: SendOptions,
  renew: (filePath: string) => Promise<Result<Pick<UploadAddress, "headers">>>,
): Promise<Result<UploadAddress>> {
  let current = address;
  let sentBytes = 0;
  let sentAtRenewal = -1;
  const onProgress = (bytes: number) => {
    sentBytes = Math.max(sentBytes, bytes);
    options.onProgress(bytes);
  };
  for (;;) {
    keep(ADDRESS, { file: identityOf(file), address: current });
    const sent = await sendRemaining(current, file, { ...options, onProgress });
    if (sent.ok) return { ok: true, data: current };
    const renewed = isRefused(sent) && sentBytes > sentAtRenewal ? await renew(current.filePath) : undefined;
    if (!renewed?.ok) {
      if (isRefused(sent)) forgetAddress();
      return sent;
    }
    sentAtRenewal = sentBytes;
    current = { ...current, ...renewed.data };
  }
}

/** Whether the storage rejects an upload, or no longer knows it. */
const isRefused = (sent: Result<unknown>) =>
  !sent.ok && sent.status >= 400 && !isTransient(sent) && sent.status !== 401;

const ADDRESS = "upload";
const identityOf = ({ name, size, lastModified }: File) => `${name}, ${size}, ${lastModified}`;
const forgetAddress = () => keep(ADDRESS, null);

/** The stored address of an earlier upload of the same file; null if there is none. */
function readAddress(file: File): UploadAddress | null {
  const kept = readKept(ADDRESS) as { file: string; address: UploadAddress } | null;
  return kept?.file === identityOf(file) ? kept.address : null;
}

/** Shows how much of a file has been sent, and a note while the upload stalls: connections often recover. */
function showSending(file: File) {
  let stall: ReturnType<typeof setTimeout> | undefined;
  let sending: Activity;
  const end = () => clearTimeout(stall);
  const showStalled = () => show({ ...sending, note: importMessages.stalled });
  const showSent = (bytes: number) => {
    end();
    const percent = percentOf(bytes, file.size);
    sending = { ...stage(file, importMessages.uploading), percent, canCancel: true };
    show(sending);
    stall = setTimeout(showStalled, TIMEOUT_MS);
  };
  showSent(0);
  return { show: showSent, showStalled, end };
}

/** Starts a job. If the answer is lost, the job is read instead: that request wakes the import worker as well. */
async function begin(id: string): Promise<Result<{ job: ImportJob }>> {
  const started = await startJob(id);
  return started.ok || !isTransient(started) ? started : get(`/api/imports/${id}`);
}

function stage({ name, size }: File, text: string): Activity {
  return { kind: "file", name, size, phase: "sending", text, percent: null, note: importMessages.doNotLeave };
}
