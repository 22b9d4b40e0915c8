import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { Server, Upload } from "@tus/server";
import { z } from "zod";
import { isDiskFull } from "./disk-fault.ts";
import { readToEnd } from "./read-to-end.ts";

type Options = {
  directory: string;
  /** The size limit of a file, enforced on the bytes that arrive. */
  maxBytes: number;
  /** What the tokens of signed uploads are signed with. */
  jwtSecret: string;
  /** Answers a request to the storage. */
  storage: (request: Request) => Promise<Response>;
};

/** The object that a token is good for. */
type Target = { bucket: string; key: string };

const PATH = "/storage/v1/upload/resumable/sign";

/** A token is good for two hours, and an upload is over with it. */
const KEPT_MS = 3 * 60 * 60 * 1000;
const CLEANING_INTERVAL_MS = 60 * 60 * 1000;

/** Whether an address is one of resumable uploads. */
export const isResumable = (pathname: string) => pathname === PATH || pathname.startsWith(`${PATH}/`);

/**
 * Uploads by the TUS protocol, at the address at which a hosted storage has them. The token of a signed upload is their
 * key: it names the object, and an upload's id is its hash, so that a token has one upload and reaches no other. What
 * arrives is gathered in a file; the whole is handed to the storage with the same token, as one signed upload.
 */
export class ResumableUploads {
  readonly #options: Options;
  readonly #files: UnfinishedFiles;
  readonly #server: Server;
  /** Hand-overs under way, by id: who asks meanwhile waits for the same one. */
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
      // How long a broken connection that still counts as open keeps its upload from the next one.
      lockDrainTimeout: 200,
      namingFunction: (request) => idOf(tokenOf(request)),
      onIncomingRequest: async (request, id) => {
        this.#readToken(request);
        if (id !== idOf(tokenOf(request))) throw refusal(404, "There is no such upload.");
        // An upload counts as complete once the storage has it, which a crash may have kept from it.
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

  /** Creates the directory, and removes from it, now and every hour, what can no longer be gone on with. */
  async prepare(): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true, mode: 0o700 });
    await this.removeOld();
    this.#cleaning = setInterval(() => void this.removeOld().catch(console.error), CLEANING_INTERVAL_MS);
    this.#cleaning.unref();
  }

  /** Removes what belongs to uploads whose tokens have run out. */
  async removeOld(): Promise<void> {
    for (const name of await readdir(this.#options.directory)) {
      const file = path.join(this.#options.directory, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - KEPT_MS) await rm(file, { force: true });
    }
  }

  handle(request: Request): Promise<Response> {
    return readToEnd(request, (readable) => this.#server.handleWeb(readable), this.#options.maxBytes);
  }

  close(): void {
    clearInterval(this.#cleaning);
  }

  /** What the token of a request is good for. */
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

  /** Hands an upload to the storage, where it is whole and the storage has not got it yet. */
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
          // The storage compares the limit of the bucket with it.
          "content-length": String(upload.size),
        },
        body: Readable.toWeb(this.#files.read(id)) as ReadableStream,
        duplex: "half",
      } as RequestInit),
    );
    if (response.ok) return this.#files.setStored(upload);
    // What is refused would be refused again, and what there is no room for takes up the room that is left.
    if (response.status < 500 || response.status === NO_ROOM.status_code) await this.#files.remove(id);
    throw { status_code: response.status, body: await response.text() };
  }
}

/** Uploads in files of their own, each beside a JSON file with what is known of it. */
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

  /** Removes the file of an upload, which stays known as complete: its sender may not have heard of it. */
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
const idOf = (token: string) => createHash("sha256").update(token).digest("hex");

const uploadClaims = z.object({
  bucket: z.string(),
  sub: z.string(),
  intent: z.literal("upload"),
  exp: z.number(),
});

/** What the token of a signed upload (HS256) is good for; null for any other token, and one that has run out. */
function readUploadToken(token: string, secret: string): Target | null {
  const [head = "", body = "", signature = ""] = token.split(".");
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { data } = uploadClaims.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  return data && data.exp * 1000 > Date.now() ? { bucket: data.bucket, key: data.sub } : null;
}

/** An error as the TUS server answers it. */
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
  // What the package itself says is text.
  return error.body.startsWith("{") ? error : refusal(error.status_code, error.body.trim());
}
