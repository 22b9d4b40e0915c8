import { createHash, randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { ReadableStream as WebStream } from "node:stream/web";
import { syncDirectory } from "./atomic-file.ts";
import { isDiskFull } from "./disk-fault.ts";
import { streamOf } from "./file-stream.ts";

/** The properties stored with an object's bytes. */
type Header = { bucket: string; key: string; contentType: string; cacheControl: string };

type Metadata = {
  cacheControl: string;
  contentLength: number;
  size: number;
  mimetype: string;
  lastModified: Date;
  eTag: string;
  httpStatusCode: number;
};

type Body = ReadableStream | WebStream | Uint8Array;

/**
 * A storage adapter that stores each object in one file: a line of JSON with its properties, then its bytes, so that
 * one rename replaces both. The file name is a hash of bucket and key: no key can escape the directory, and keys of
 * any length, case or nesting work on any file system.
 */
export class StoredFiles {
  readonly driver = "filesystem";
  readonly #directory: string;
  readonly #maxBytes: number;
  /** Whether the disk was full at the last write. */
  isFull = false;

  /** @param maxBytes the size limit, enforced on the bytes that arrive, not on the declared length */
  constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /** Creates the directory, and removes uploads that a crash interrupted. */
  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#directory)) {
      if (name.endsWith(".part")) await rm(path.join(this.#directory, name));
    }
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Body,
    contentType: string,
    cacheControl: string,
  ): Promise<Metadata> {
    return this.#write({ bucket, key, contentType, cacheControl }, body);
  }

  async getObject(bucket: string, key: string) {
    const { handle, metadata, start } = await this.#open(bucket, key);
    const body = streamOf(handle.createReadStream({ start }));
    return { httpStatusCode: 200, metadata, body };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    const { handle, metadata } = await this.#open(bucket, key);
    await handle.close();
    return metadata;
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ): Promise<Metadata> {
    const { handle, start, header } = await this.#open(bucket, key);
    const content = streamOf(handle.createReadStream({ start }));
    return this.#write({ ...header, bucket: toBucket, key: toKey }, content);
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#file(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  /** Part of the adapter's interface; only image transformations, which are off, call it. */
  async privateAssetUrl(): Promise<string> {
    throw new Error("Stored files have no address.");
  }

  #file(bucket: string, key: string): string {
    const name = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
    return path.join(this.#directory, name);
  }

  async #write(header: Header, body: Body): Promise<Metadata> {
    const file = this.#file(header.bucket, header.key);
    const temporary = `${file}.${randomUUID()}.part`;
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(contentOf(header, body, this.#maxBytes));
      await handle.sync();
      await handle.close();
      await rename(temporary, file);
      await syncDirectory(this.#directory);
      this.isFull = false;
    } catch (error) {
      this.isFull = isDiskFull(error);
      await handle.close().catch(() => {});
      await rm(temporary, { force: true });
      throw error;
    }
    return this.headObject(header.bucket, header.key);
  }

  async #open(bucket: string, key: string) {
    const handle = await open(this.#file(bucket, key), "r");
    try {
      const { header, start } = await readHeader(handle);
      return { handle, header, start, metadata: await metadataOf(handle, header, start) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}

async function readHeader(handle: FileHandle): Promise<{ header: Header; start: number }> {
  const MAX_HEADER_BYTES = 16_384;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  const end = buffer.subarray(0, bytesRead).indexOf("\n");
  return { header: JSON.parse(buffer.toString("utf8", 0, end)), start: end + 1 };
}

async function metadataOf(handle: FileHandle, header: Header, start: number): Promise<Metadata> {
  const { size: fileSize, mtime, ino } = await handle.stat();
  const size = fileSize - start;
  return {
    cacheControl: header.cacheControl,
    contentLength: size,
    size,
    mimetype: header.contentType,
    lastModified: mtime,
    eTag: `"${ino.toString(16)}-${mtime.getTime().toString(16)}-${size.toString(16)}"`,
    httpStatusCode: 200,
  };
}

/** The bytes of the file in chunks, so that memory use does not grow with the file. */
async function* contentOf(header: Header, body: Body, maxBytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  const chunks = body instanceof Uint8Array ? [body] : (body as WebStream<Uint8Array>);
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxBytes) throw new Error(`The object is larger than ${maxBytes} bytes.`);
    yield chunk;
  }
}
