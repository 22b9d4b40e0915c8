import "server-only";
import type { ByteSource } from "../csv/decode-utf8.ts";
import { getAppEnv } from "../env.ts";
import type { Client } from "../supabase/client.ts";
import { toError } from "../supabase/responses.ts";
import { BUCKET, MAX_FILE_BYTES } from "./files.ts";
import { importMessages } from "./messages.ts";

const CSV = "text/csv";

/** Where a page sends a file to by PUT, and with which headers. */
type UploadAddress = { url: string; filePath: string; headers: Record<string, string> };

/** The file of a job is not in the bucket (any more). */
export class MissingFileError extends Error {
  override name = "MissingFileError";
}

/** A file's name in the bucket: its own, prefixed by a timestamp, in characters that every storage takes. */
export function uploadPath(fileName: string): string {
  const stem = fileName.replace(/\.csv$/i, "").normalize("NFKD");
  return `${Date.now()}-${stem.replace(/[^\w.-]+/g, "-").slice(0, 100) || "file"}.csv`;
}

/** Whether a path has the form that `uploadPath` produces, so that no caller names another object of the bucket. */
export function isUploadPath(path: string): boolean {
  return /^\d{13}-[\w.-]{1,100}\.csv$/.test(path);
}

/**
 * Hands out an address for one file: a signed one of the storage, which takes the bytes off the app's
 * hands, or a route of the app where a browser cannot reach the storage.
 * @param client acts as the administrator: the bucket's policies decide
 */
export async function createUploadAddress(client: Client, fileName: string): Promise<UploadAddress> {
  const filePath = uploadPath(fileName);
  const headers = { "Content-Type": CSV };
  if (getAppEnv().uploads === "app") {
    return { url: `/api/imports/upload?path=${encodeURIComponent(filePath)}`, filePath, headers };
  }
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(filePath);
  if (error) throw new Error(`The storage gave no address for the upload: ${error.message}`);
  return { url: data.signedUrl, filePath, headers };
}

/**
 * Streams a file into the bucket, and reads it to its end even where it cannot be stored: a browser that still sends
 * takes a response for a broken connection. Returns what is wrong where it is too large, or the storage refuses it.
 * @throws {BackendUnavailableError} where the storage is away, or has no room
 */
export async function storeUpload(
  client: Client,
  filePath: string,
  bytes: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const options = { contentType: CSV, duplex: "half", upsert: false };
  let size = 0;
  // Not every storage ends a body that is longer than the bucket allows and does not say so beforehand.
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) controller.error(new Error(importMessages.tooLarge));
      else controller.enqueue(chunk);
    },
  });
  const isStream = bytes instanceof ReadableStream;
  const sending = new AbortController();
  const { signal } = sending;
  // Fails where the sender or the storage breaks off.
  const piped = isStream && bytes.pipeTo(limit.writable, { preventCancel: true, signal }).catch(() => {});
  const { error } = await client.storage
    .from(BUCKET)
    .upload(filePath, isStream ? limit.readable : bytes, options);
  if (size > MAX_FILE_BYTES) return { ok: false, message: importMessages.tooLarge };
  if (!error) return { ok: true };
  sending.abort();
  await piped;
  if (isStream) await bytes.pipeTo(new WritableStream()).catch(() => {});
  const status = Number("status" in error ? error.status : 0);
  if (status === 0 || status >= 500) throw toError({ status, error }, "The file could not be stored");
  return { ok: false, message: error.message };
}

/**
 * The bytes of an uploaded file, as they are asked for.
 * @throws {MissingFileError} when it is not there
 */
export async function openUpload(client: Client, filePath: string): Promise<ByteSource> {
  const { data, error } = await client.storage.from(BUCKET).download(filePath).asStream();
  if (!error) return data;
  const status = "status" in error ? Number(error.status) : 0;
  // A hosted storage answers 400 for a missing object.
  if (status === 400 || status === 404) throw new MissingFileError();
  throw new Error(`The uploaded file could not be read: ${error.message}`);
}

/** Takes a file that has been imported out of the bucket. One that stays does no harm. */
export async function removeUpload(client: Client, filePath: string): Promise<void> {
  await client.storage.from(BUCKET).remove([filePath]);
}
