import "server-only";
import type { ByteSource } from "../csv/decode-text.ts";
import type { Client } from "../supabase/client.ts";
import { toError } from "../supabase/responses.ts";
import { BUCKET } from "./files.ts";
import { beginUpload, type ResumableUpload, type Signature } from "./resumable-upload.server.ts";

const CSV = "text/csv";

type UploadAddress = ResumableUpload & { filePath: string };

/** The file of a job is not, or no longer, in the bucket. */
export class MissingFileError extends Error {
  override name = "MissingFileError";
}

let lastTime = 0;

/**
 * A file's name in the bucket: a timestamp, which no other file of this process has, and its own name, in characters that
 * every storage service accepts, without `..`.
 */
export function uploadPath(fileName: string): string {
  const stem = fileName
    .replace(/\.csv$/i, "")
    .normalize("NFKD")
    .slice(0, 100);
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${lastTime}-${stem.replace(/[^\w.-]+|\.{2,}|\.$/g, "-") || "file"}.csv`;
}

/**
 * Whether a path has the form that `uploadPath` produces, so that no caller names another object of the bucket, or by
 * `../` another address of the backend.
 */
export function isUploadPath(path: string): boolean {
  return /^\d{13}-[\w.-]{1,100}\.csv$/.test(path);
}

/**
 * Starts the upload of one file and returns the address to send it to: one of the storage service, or of the app if
 * browsers cannot reach the storage. Returns an error message if the storage refuses the file.
 * @param client acts as the editor: the bucket's policies apply
 * @throws {BackendUnavailableError} if the storage is unavailable or full
 */
export async function createUploadAddress(
  client: Client,
  { fileName, fileSize }: { fileName: string; fileSize: number },
): Promise<{ ok: true; address: UploadAddress } | { ok: false; message: string }> {
  const filePath = uploadPath(fileName);
  const signed = await signUpload(client, filePath);
  if (!signed.ok) return signed;
  const { headers } = signed;
  const begun = await beginUpload({ headers, bucket: BUCKET, filePath, fileSize, contentType: CSV });
  return begun.ok ? { ok: true, address: { ...begun.upload, filePath } } : begun;
}

/**
 * The headers that permit to send a file to a path of the bucket, or the rest of one: a storage may accept them for no
 * more than a minute.
 * @param client acts as the editor: the bucket's policies apply
 * @throws {BackendUnavailableError} if the storage is unavailable
 */
export async function signUpload(
  client: Client,
  filePath: string,
): Promise<{ ok: true; headers: Signature } | { ok: false; message: string }> {
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(filePath);
  if (!error) return { ok: true, headers: { "x-signature": data.token } };
  return toFailure(error, "The storage gave no address for the upload");
}

/**
 * Puts a small file into the bucket. Returns an error message if the storage refuses it.
 * @throws {BackendUnavailableError} if the storage is unavailable or full
 */
export async function storeUpload(
  client: Client,
  filePath: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const options = { contentType: CSV, upsert: false };
  const { error } = await client.storage.from(BUCKET).upload(filePath, bytes, options);
  return error ? toFailure(error, "The file could not be stored") : { ok: true };
}

/**
 * The message of a refusal of the storage.
 * @throws {BackendUnavailableError} if it was none, but a failure
 */
function toFailure(error: Error, what: string): { ok: false; message: string } {
  const status = statusOf(error);
  if (status === 0 || status >= 500) throw toError({ status, error }, what);
  return { ok: false, message: error.message };
}

const statusOf = (error: object) => Number("status" in error ? error.status : 0);

/**
 * Streams the bytes of an uploaded file on demand.
 * @throws {MissingFileError} if the file does not exist
 */
export async function openUpload(client: Client, filePath: string): Promise<ByteSource> {
  if (!isUploadPath(filePath)) throw new MissingFileError();
  const { data, error } = await client.storage.from(BUCKET).download(filePath).asStream();
  if (!error) return data;
  const status = statusOf(error);
  // A hosted storage answers 400 for a missing object.
  if (status === 400 || status === 404) throw new MissingFileError();
  throw new Error(`The uploaded file could not be read: ${error.message}`);
}

/** Removes an imported file from the bucket. Errors are ignored: a remaining file does no harm. */
export async function removeUpload(client: Client, filePath: string): Promise<void> {
  await client.storage.from(BUCKET).remove([filePath]);
}
