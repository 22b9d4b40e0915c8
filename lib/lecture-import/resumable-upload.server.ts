import "server-only";
import { jsonError } from "../api/json.ts";
import { refusals } from "../api/messages.ts";
import { getAppEnv } from "../env.ts";
import { uncachedFetch } from "../supabase/fetch.ts";
import { BackendUnavailableError, INSUFFICIENT_STORAGE, toError } from "../supabase/responses.ts";
import { importMessages } from "./messages.ts";

/** The path at which every storage service offers resumable uploads to holders of a signed upload token. */
const RESUMABLE = "/storage/v1/upload/resumable/sign";
const TUS_VERSION = "1.0.0";

/** The headers that are passed on between the browser and the storage. */
const REQUEST_HEADERS = ["Tus-Resumable", "Upload-Offset", "Content-Type", "X-Signature"];
const RESPONSE_HEADERS = ["Tus-Resumable", "Upload-Offset", "Upload-Length", "Content-Type"];

/** The header with a signed upload token. */
export type Signature = { "x-signature": string };

/** The URL and the headers with which a page sends a file by the TUS protocol. */
export type ResumableUpload = { url: string; headers: Signature };

type NewUpload = {
  headers: Signature;
  bucket: string;
  filePath: string;
  fileSize: number;
  contentType: string;
};

/**
 * Starts an upload of `fileSize` bytes for the holder of a signed upload token. Returns an error message if the
 * storage refuses it.
 * @throws {BackendUnavailableError} if the storage is unavailable or full
 */
export async function beginUpload(
  upload: NewUpload,
): Promise<{ ok: true; upload: ResumableUpload } | { ok: false; message: string }> {
  const { supabaseUrl, uploads } = getAppEnv();
  const response = await send(supabaseUrl + RESUMABLE, {
    method: "POST",
    headers: {
      ...upload.headers,
      "Tus-Resumable": TUS_VERSION,
      "Upload-Length": String(upload.fileSize),
      "Upload-Metadata": encodeMetadata({
        bucketName: upload.bucket,
        objectName: upload.filePath,
        contentType: upload.contentType,
      }),
    },
  });
  if (response.status >= 500) throw await toUnavailable(response);
  if (response.status === 413) return { ok: false, message: importMessages.storageLimit };
  if (response.status !== 201) return { ok: false, message: readMessage(await response.text()) };
  // A storage behind a proxy may not know its own address, so only the id is used.
  const id = response.headers.get("Location")?.split("/").at(-1);
  const url = uploads === "app" ? `/api/imports/upload/${id}` : `${supabaseUrl}${RESUMABLE}/${id}`;
  return { ok: true, upload: { url, headers: upload.headers } };
}

/**
 * Forwards a request of an upload to the storage, and streams its body.
 * @throws {BackendUnavailableError} if the storage is unavailable
 */
export async function forwardUpload(incoming: Request, id: string): Promise<Response> {
  const headers = pick(incoming.headers, REQUEST_HEADERS);
  if (!headers.get("X-Signature")) return jsonError(400, refusals.invalidRequest);
  const { method, body } = incoming;
  const response = await send(`${getAppEnv().supabaseUrl}${RESUMABLE}/${id}`, {
    method,
    headers,
    ...(body && { body, duplex: "half" }),
  });
  // This status keeps the page from retrying: a retry is useless until there is room on the disk.
  if (response.status === INSUFFICIENT_STORAGE) return jsonError(INSUFFICIENT_STORAGE, refusals.diskFull);
  if (response.status >= 500) throw await toUnavailable(response);
  return new Response(method === "HEAD" || response.status === 204 ? null : response.body, {
    status: response.status,
    headers: pick(response.headers, RESPONSE_HEADERS),
  });
}

/** Throws if the storage or the sender of the body drops the connection. */
const send = (url: string, init: RequestInit) =>
  uncachedFetch(url, init).catch((error: Error) => {
    throw new BackendUnavailableError(`An upload broke off: ${error.message}`);
  });

const toUnavailable = async (response: Response) =>
  toError(
    { status: response.status, error: { message: await response.text() } },
    "The file could not be stored",
  );

/** The message of a refusal: some storage services send JSON, others plain text. */
function readMessage(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.trim();
  }
}

function pick(headers: Headers, names: readonly string[]): Headers {
  return new Headers(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])));
}

const encodeMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
