const VERSION = { "Tus-Resumable": "1.0.0" };

/** As large as a hosted storage takes them. */
export const PIECE_BYTES = 6 * 1024 * 1024;

/** A resumable upload, as a route of the app or a storage hands it out. */
export type Upload = { url: string; headers: Record<string, string> };

/** Asks how much of an upload has arrived. */
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

/** Begins an upload at a storage's own address. */
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
 * Sends what has not arrived of an upload, piece by piece, and goes on where a connection breaks off.
 * @returns how often one did
 */
export async function sendUpload(upload: Upload, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  for (let breaks = 0; ; breaks++) {
    try {
      let offset = Number((await headUpload(upload)).headers.get("Upload-Offset"));
      while (offset < bytes.length) {
        const answer = await patchUpload(upload, offset, bytes.subarray(offset, offset + PIECE_BYTES));
        // The storage may still be at what a broken connection brought: then it is asked again where the upload is.
        if (answer.status === 409 || answer.status === 423) break;
        if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`);
        offset = Number(answer.headers.get("Upload-Offset"));
      }
      if (offset === bytes.length) return breaks;
    } catch (error) {
      // What `fetch` throws where there is no answer.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
