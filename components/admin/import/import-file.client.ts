"use client";

import { type Failure, get, isTransient, type Result, send, toFailure } from "@/components/api/calls.client";
import { PATIENCE_MS } from "@/components/api/patience.client";
import { showToast } from "@/components/ui/toast";
import { findFileFault } from "@/lib/lecture-import/files";
import type { ImportJob } from "@/lib/lecture-import/job";
import { importMessages, uploadFailed } from "@/lib/lecture-import/messages";
import { percentOf } from "@/lib/percent";
import type { Activity } from "./activity";
import { followStarted, startJob } from "./follow-job.client";
import { end, fail, isBusy, show } from "./import-state.client";

/** Where a file is sent to, as a route of the app says. */
type UploadAddress = { url: string; filePath: string; headers: Record<string, string> };

let upload = new AbortController();

/** Cancels the upload that is going on. */
export function cancelUpload(): void {
  upload.abort();
}

/** Uploads a file, has it imported, and follows that to its end. Of a file that breaks a rule nothing is sent. */
export async function importFile(file: File): Promise<void> {
  if (isBusy()) return;
  const fault = findFileFault(file);
  if (fault) return fail("file", 400, fault);

  upload = new AbortController();
  const { signal } = upload;
  const created = await sendFile(file, signal);
  if (signal.aborted) {
    end();
    showToast("info", importMessages.cancelled);
    return;
  }
  const failed = ({ status, message }: Failure) =>
    fail("file", status, uploadFailed(message), () => void importFile(file));
  if (!created.ok) return failed(created);

  show({ ...stage(file, importMessages.starting), phase: "running", note: importMessages.mayLeave });
  const started = await begin(created.data.id);
  if (started.ok) await followStarted(started.data.job);
  else failed(started);
}

/** Brings a file to the bucket and notes it as a job. */
async function sendFile(file: File, signal: AbortSignal): Promise<Result<{ id: string }>> {
  const { name: fileName, size: fileSize } = file;
  const sending = showSending(file);
  const body = { fileName, fileSize };
  const address = await send<UploadAddress>("POST", "/api/imports/upload-address", body, { signal });
  const sent = address.ok
    ? await uploadFile(file, address.data, { signal, onProgress: sending.show })
    : address;
  sending.end();
  if (!address.ok) return address;
  if (!sent.ok) return sent;
  show(stage(file, importMessages.creatingJob));
  return send("POST", "/api/imports", { filePath: address.data.filePath, fileName, fileSize });
}

/** Shows how much of a file has been sent, and says so when nothing moves: connections often recover. */
function showSending(file: File) {
  let stall: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(stall);
  const showSent = (bytes: number) => {
    end();
    const percent = percentOf(bytes, file.size);
    const sending = { ...stage(file, importMessages.uploading), percent, canCancel: true };
    show(sending);
    stall = setTimeout(() => show({ ...sending, note: importMessages.stalled }), PATIENCE_MS);
  };
  showSent(0);
  return { show: showSent, end };
}

/** Where the answer to the start was lost, the job itself is asked for: reading it starts it as well. */
async function begin(id: string): Promise<Result<{ job: ImportJob }>> {
  const started = await startJob(id);
  return started.ok || !isTransient(started) ? started : get(`/api/imports/${id}`);
}

function stage({ name, size }: File, text: string): Activity {
  return { kind: "file", name, size, phase: "sending", text, percent: null, note: importMessages.doNotLeave };
}

type UploadOptions = {
  signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
};

/**
 * Sends a file from the disk, which the browser reads piece by piece. By XMLHttpRequest, because `fetch` does
 * not tell how much has been sent.
 */
function uploadFile(file: File, address: UploadAddress, options: UploadOptions): Promise<Result<null>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address.url);
    for (const [name, value] of Object.entries(address.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => options.onProgress(loaded);
    request.onload = () => {
      const isTaken = request.status >= 200 && request.status < 300;
      resolve(isTaken ? { ok: true, data: null } : toFailure(request.status, request.responseText));
    };
    const onBroken = () => resolve({ ok: false, status: 0, message: importMessages.uploadBroken });
    request.onerror = onBroken;
    request.onabort = onBroken;
    if (options.signal.aborted) return onBroken();
    options.signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
