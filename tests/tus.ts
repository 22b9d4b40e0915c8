import { isLongForm } from "./long-form.ts";

const VERSION = { "Tus-Resumable": "1.0.0" };

/** The size of a piece that a hosted storage accepts. */
export const PIECE_BYTES = 6 * 1024 * 1024;
/** The size of an upload whose connection is cut. */
export const LARGE_BYTES = isLongForm ? 104_000_000 : 72_000_000;
/** The size of an upload before it, which lets the memory of a newly started process grow to its normal level. */
export const FIRST_BYTES = 32_000_000;

/** A resumable upload, as returned by a route of the app or by a storage. */
export type Upload = { url: string; headers: Record<string, string> };

/** Requests how much of an upload has arrived. */
export const headUpload = ({ url, headers }: Upload) =>
  fetch(url, { method: "HEAD", headers: { ...VERSION, ...headers } });

/** Sends one piece of an upload. */
export const patchUpload = (
  { url, headers }: Upload,
  offset: number,
  body: BodyInit,
  more: RequestInit = {},
) =>
  fetch(url, {
    method: "PATCH",
    headers: {
      ...VERSION,
      ...headers,
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
    },
    body,
    ...more,
  });

/** Creates an upload directly at the URL of a storage. */
export const postUpload = (
  url: string,
  { token, metadata, size }: { token: string; metadata: Record<string, string>; size: number },
) => {
  const encoded = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
  return fetch(url, {
    method: "POST",
    headers: {
      ...VERSION,
      "x-signature": token,
      "Upload-Length": String(size),
      "Upload-Metadata": encoded.join(","),
    },
  });
};

/**
 * Sends the missing rest of an upload, piece by piece, and resumes after a broken connection.
 * @returns how often the upload was resumed
 */
export async function sendUpload(upload: Upload, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  for (let breaks = 0; ; breaks++) {
    try {
      let offset = Number((await headUpload(upload)).headers.get("Upload-Offset"));
      while (offset < bytes.length) {
        const answer = await patchUpload(upload, offset, bytes.subarray(offset, offset + PIECE_BYTES));
        // The storage may still be writing data of a broken connection; the loop then requests the offset again.
        if (answer.status === 409 || answer.status === 423) break;
        if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`);
        offset = Number(answer.headers.get("Upload-Offset"));
      }
      if (offset === bytes.length) return breaks;
    } catch (error) {
      // `fetch` throws a TypeError if there is no response.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
