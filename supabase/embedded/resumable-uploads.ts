import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { Server, Upload } from "@tus/server";
import { z } from "zod";
import { isDiskFull } from "./disk-fault.ts";
import { streamOf } from "./file-stream.ts";
import { readToEnd } from "./read-to-end.ts";

type Options = {
  directory: string;
  /** The size limit of a file, enforced on the bytes that arrive. */
  maxBytes: number;
  /** The secret that signs the tokens of signed uploads. */
  jwtSecret: string;
  /** Answers a request to the storage. */
  storage: (request: Request) => Promise<Response>;
};

/** The object that a token permits to upload. */
type Target = { bucket: string; key: string };

const PATH = "/storage/v1/upload/resumable/sign";

/** An upload for which nothing has arrived for this long is removed. */
const KEPT_MS = 3 * 60 * 60 * 1000;
const CLEANING_INTERVAL_MS = 60 * 60 * 1000;

/** Whether a path belongs to resumable uploads. */
export const isResumable = (pathname: string) => pathname === PATH || pathname.startsWith(`${PATH}/`);

/**
 * Uploads by the TUS protocol, at the same path as in a hosted storage. The token of a signed upload authorises them:
 * it names the object, and the upload's id is the hash of that name, so a token gives access to exactly one upload,
 * which goes on with a new token once the first has expired. Received bytes are collected in a file; the complete file
 * is passed to the storage with the token of its last bytes, as one signed upload.
 */
export class ResumableUploads {
  readonly #options: Options;
  readonly #files: UnfinishedFiles;
  readonly #server: Server;
  /** Transfers to the storage in progress, by upload id: concurrent requests wait for the same transfer. */
  readonly #finishing = new Map<string, Promise<void>>();
  #cleaning?: ReturnType<typeof setInterval>;

  constructor(options: Options) {
    this.#options = options;
    this.#files = new UnfinishedFiles({ directory: options.directory });
    this.#server = new Server({
      path: PATH,
      datastore: this.#files,
      maxSize: options.maxBytes,
      relativeLocation: true,
      allowedHeaders: ["X-Signature"],
      // How long, in ms, a broken connection that is not yet detected can block the next one for the same upload.
      lockDrainTimeout: 200,
      namingFunction: (request) => idOf(this.#readToken(request)),
      onIncomingRequest: async (request, id) => {
        if (id !== idOf(this.#readToken(request))) throw refusal(404, "There is no such upload.");
        // An upload is complete once the storage has it; a crash may have prevented the transfer.
        if (request.method === "HEAD") await this.#finish(request, id);
      },
      onUploadCreate: async (request, { metadata }) => {
        const { bucket, key } = this.#readToken(request);
        if (metadata?.bucketName !== bucket || metadata.objectName !== key)
          throw refusal(403, "The token is for another file.");
        return {};
      },
      onUploadFinish: async (request, { id }) => {
        await this.#finish(request, id);
        return {};
      },
      onResponseError: toRefusal,
    });
  }

  /** Creates the directory, and removes uploads that can no longer be continued, now and every hour. */
  async prepare(): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true });
    // The tus package has made it already, for everyone to read.
    await chmod(this.#options.directory, 0o700);
    await this.removeOld();
    this.#cleaning = setInterval(() => void this.removeOld().catch(console.error), CLEANING_INTERVAL_MS);
    this.#cleaning.unref();
  }

  /** Removes the files of uploads for which nothing has arrived for `KEPT_MS`. */
  async removeOld(): Promise<void> {
    const changedAt = async (file: string) => (await stat(file).catch(() => null))?.mtimeMs ?? 0;
    const names = await readdir(this.#options.directory);
    for (const id of new Set(names.map((name) => path.parse(name).name))) {
      const file = path.join(this.#options.directory, id);
      const files = [file, `${file}.json`];
      const lastChange = Math.max(...(await Promise.all(files.map(changedAt))));
      if (lastChange < Date.now() - KEPT_MS) for (const each of files) await rm(each, { force: true });
    }
  }

  handle(request: Request): Promise<Response> {
    return readToEnd(request, (readable) => this.#server.handleWeb(readable), this.#options.maxBytes);
  }

  close(): void {
    clearInterval(this.#cleaning);
  }

  /** The object that the token of a request permits to upload. */
  #readToken(request: Request): Target {
    const target = readUploadToken(tokenOf(request), this.#options.jwtSecret);
    if (!target) throw refusal(403, "The token is not good for an upload, or not any more.");
    return target;
  }

  async #finish(request: Request, id: string): Promise<void> {
    const pending = this.#finishing.get(id) ?? this.#handOver(request, id);
    this.#finishing.set(id, pending);
    try {
      await pending;
    } finally {
      this.#finishing.delete(id);
    }
  }

  /** Passes an upload to the storage if it is complete and not stored yet. */
  async #handOver(request: Request, id: string): Promise<void> {
    const upload = await this.#files.getUpload(id);
    if (upload.offset !== upload.size || (await this.#files.isStored(id))) return;
    const { bucket, key } = this.#readToken(request);
    const address = new URL(`http://storage/storage/v1/object/upload/sign/${bucket}/${encodeURI(key)}`);
    address.searchParams.set("token", tokenOf(request));
    const response = await this.#options.storage(
      new Request(address, {
        method: "PUT",
        headers: {
          "content-type": upload.metadata?.contentType ?? "application/octet-stream",
          // The storage checks it against the bucket's size limit.
          "content-length": String(upload.size),
        },
        body: streamOf(this.#files.read(id)),
        duplex: "half",
      } as RequestInit),
    );
    if (response.ok) return this.#files.setStored(upload);
    // A refused upload would be refused again, and one that does not fit on the disk would occupy the space that is
    // left.
    if (response.status < 500 || response.status === NO_ROOM.status_code) await this.#files.remove(id);
    throw { status_code: response.status, body: await response.text() };
  }
}

/** Stores each upload in a file, next to a JSON file with its properties. */
class UnfinishedFiles extends FileStore {
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.#fileOf(id), { flags: "r+", start: offset });
    try {
      await pipeline(bytes, file);
    } catch (error) {
      if (isDiskFull(error)) await this.remove(id);
      throw error;
    }
    return offset + file.bytesWritten;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.configstore.get(id);
    return known?.storage ? known : super.getUpload(id);
  }

  /** Whether the storage has an upload. */
  async isStored(id: string): Promise<boolean> {
    return Boolean((await this.configstore.get(id))?.storage);
  }

  /** Removes the file of an upload but keeps it known as complete: its sender may not have received the response. */
  async setStored({ id, size, metadata }: Upload): Promise<void> {
    const storage = { type: "object", path: `${metadata?.bucketName}/${metadata?.objectName}` };
    await this.configstore.set(id, new Upload({ id, size: size ?? 0, offset: size ?? 0, metadata, storage }));
    await rm(this.#fileOf(id), { force: true });
  }

  #fileOf(id: string): string {
    return path.join(this.directory, id);
  }
}

const tokenOf = (request: Request) => request.headers.get("x-signature") ?? "";
const idOf = ({ bucket, key }: Target) => createHash("sha256").update(`${bucket}/${key}`).digest("hex");

const uploadClaims = z.object({
  bucket: z.string(),
  sub: z.string(),
  intent: z.literal("upload"),
  exp: z.number(),
});

/** The object that the token of a signed upload (HS256) permits; null for any other token or an expired one. */
function readUploadToken(token: string, secret: string): Target | null {
  const [head = "", body = "", signature = ""] = token.split(".");
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { data } = uploadClaims.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  return data && data.exp * 1000 > Date.now() ? { bucket: data.bucket, key: data.sub } : null;
}

/** An error in the form that the TUS server answers with. */
type Refusal = { status_code: number; body: string };

const refusal = (status_code: number, message: string): Refusal => ({
  status_code,
  body: JSON.stringify({ message }),
});

const NO_ROOM = refusal(507, "There is no room left on the disk.");

function toRefusal(_request: Request, error: Error | Refusal): Refusal {
  if (isDiskFull(error)) return NO_ROOM;
  if (!("status_code" in error)) {
    console.error(error);
    return refusal(500, "The upload failed.");
  }
  // The package's own errors are plain text.
  return error.body.startsWith("{") ? error : refusal(error.status_code, error.body.trim());
}
