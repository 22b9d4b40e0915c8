"use client";

import { type Result, toFailure } from "@/components/api/calls.client";
import { importMessages } from "@/lib/lecture-import/messages";

/** Where a file is sent to, as a route of the app says. */
export type UploadAddress = { url: string; filePath: string; headers: Record<string, string> };

type Options = {
  signal: AbortSignal;
  /** Is told the bytes that have gone. */
  onProgress: (bytes: number) => void;
};

/**
 * Sends a file as it lies on the disk: the browser reads it piece by piece. By XMLHttpRequest, as `fetch`
 * does not say how much has gone.
 */
export function uploadFile(file: File, address: UploadAddress, options: Options): Promise<Result<null>> {
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
