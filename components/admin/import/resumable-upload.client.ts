"use client";

import { type Failure, type Result, toFailure } from "@/components/api/calls.client";
import { fetchWithTimeout, isTransient } from "@/components/api/fetch-with-timeout.client";
import { importMessages } from "@/lib/lecture-import/messages";

/** The URL of an upload that has started, and the headers that each of its requests carries. */
export type ResumableUpload = { url: string; headers: Record<string, string> };

export type SendOptions = {
  signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
  /** Called before each retry, after the connection has broken or the server has failed. */
  onBreak: () => void;
};

/** The only piece size that a hosted storage accepts; the last piece may be shorter. */
const PIECE_BYTES = 6 * 1024 * 1024;
/** A piece without progress for this long is sent again: the connection may be dead without an error. */
const SILENCE_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Retries without progress before an upload fails. The pauses before them add up to over ten minutes. */
const ATTEMPTS = 25;

const TUS = { "Tus-Resumable": "1.0.0" };

const broken: Failure = { ok: false, status: 0, message: importMessages.uploadBroken };

/**
 * Sends the part of a file that has not arrived, by the TUS protocol (https://tus.io). After an interruption it
 * retries from the last offset, with growing pauses.
 */
export async function sendRemaining(
  upload: ResumableUpload,
  file: File,
  { signal, onProgress, onBreak }: SendOptions,
): Promise<Result<null>> {
  let arrived = 0;
  let failures = 0;
  const onArrived = (bytes: number) => {
    if (bytes > arrived) failures = 0;
    arrived = Math.max(bytes, arrived);
    onProgress(bytes);
  };
  for (;;) {
    // A rejected promise means that the file cannot be read: it was changed or removed.
    const sent = await sendUntilBreak(upload, file, { signal, onProgress, onArrived }).catch(() => null);
    if (!sent || sent.ok) return sent ?? broken;
    if (signal.aborted || !mayPass(sent) || failures === ATTEMPTS) return sent;
    onBreak();
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal);
  }
}

/**
 * Whether a retry of the same upload may succeed. 409: the offset differs from the expected one. 423: the storage
 * still handles the previous request. 507, no room, is final.
 */
const mayPass = (failure: Failure) =>
  (isTransient(failure) && failure.status !== 507) || failure.status === 409 || failure.status === 423;

/** Tells the storage to discard an unfinished upload, which would otherwise expire later. */
export function discardUpload({ url, headers }: ResumableUpload): void {
  fetch(url, { method: "DELETE", headers: { ...TUS, ...headers } }).catch(() => {});
}

type PieceOptions = { signal: AbortSignal; onProgress: (bytes: number) => void };

/** Sends pieces from the current offset of an upload until the end of the file or the first failure. */
async function sendUntilBreak(
  upload: ResumableUpload,
  file: File,
  { onArrived, ...options }: PieceOptions & { onArrived: (bytes: number) => void },
): Promise<Result<null>> {
  let offset = await readOffset(upload, options.signal);
  while (offset.ok && offset.data < file.size) {
    const { data: start } = offset;
    onArrived(start);
    // Read before sending, to distinguish a file that cannot be read from a broken connection.
    const piece = await file.slice(start, start + PIECE_BYTES).arrayBuffer();
    offset = await sendPiece(upload, start, piece, options);
  }
  return offset.ok ? { ok: true, data: null } : offset;
}

/** How many bytes of an upload have arrived. */
async function readOffset({ url, headers }: ResumableUpload, signal: AbortSignal): Promise<Result<number>> {
  const options: RequestInit = { method: "HEAD", headers: { ...TUS, ...headers }, signal, cache: "no-store" };
  const response = await fetchWithTimeout(url, options).catch(() => null);
  if (!response) return broken;
  return response.ok ? toOffset(response.headers.get("Upload-Offset")) : toFailure(response.status, "");
}

/** Sends one piece with XMLHttpRequest, because `fetch` does not report upload progress. */
function sendPiece(
  { url, headers }: ResumableUpload,
  offset: number,
  piece: ArrayBuffer,
  { signal, onProgress }: PieceOptions,
): Promise<Result<number>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PATCH", url);
    const type = "application/offset+octet-stream";
    const all = { ...TUS, ...headers, "Upload-Offset": String(offset), "Content-Type": type };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    let silence = setTimeout(abort, SILENCE_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      onProgress(offset + loaded);
    };
    request.onload = () =>
      resolve(
        request.status === 204
          ? toOffset(request.getResponseHeader("Upload-Offset"))
          : toFailure(request.status, request.responseText),
      );
    request.onerror = () => resolve(broken);
    request.onabort = () => resolve(broken);
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener("abort", abort);
    };
    signal.addEventListener("abort", abort);
    request.send(piece);
    if (signal.aborted) abort();
  });
}

const toOffset = (text: string | null): Result<number> =>
  /^\d{1,15}$/.test(text ?? "") ? { ok: true, data: Number(text) } : broken;

/** Waits. Ends early if the browser goes online again, or if the upload is cancelled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
