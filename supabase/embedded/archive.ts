import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker, type TarHeader } from "modern-tar";
import { z } from "zod";
import { BackendError, reasonOf } from "./backend-error.ts";
import { streamOf } from "./file-stream.ts";

const MANIFEST = "manifest.json";
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of Lectern that made the archive. */
  version: z.string(),
  createdAt: z.string(),
  /** SHA-256 of each file, hexadecimal. */
  files: z.record(z.string(), z.string()),
});

/** The list of an archive's contents, which is its last file. */
export type Manifest = z.infer<typeof manifestSchema>;

type Bytes = ReadableStream<Uint8Array>;

/** An archive under construction: a compressed tar file whose last entry lists the checksums of all others. */
export function createArchive(version: string) {
  const { readable, controller } = createTarPacker();
  const files: Manifest["files"] = {};
  const add = async (header: TarHeader, body: Bytes) => {
    const hash = createHash("sha256");
    await body.pipeThrough(tap((chunk) => hash.update(chunk))).pipeTo(controller.add(header));
    files[header.name] = hash.digest("hex");
  };
  const addText = (name: string, text: string) => addBytes(name, Buffer.from(text));
  const addBytes = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    add({ name, size: bytes.length, mode: 0o600 }, new Blob([bytes]).stream());
  return {
    /** Compresses what is added, and writes it until the archive is finished or has failed. */
    writeTo: (target: Writable) => pipeline(Readable.fromWeb(readable as never), createGzip(), target),
    add,
    addBytes,
    addText,
    fail: (error: unknown) => controller.error(error),
    async finish() {
      const manifest: Manifest = { format: FORMAT, version, createdAt: new Date().toISOString(), files };
      const text = Buffer.from(JSON.stringify(manifest));
      await new Blob([text])
        .stream()
        .pipeTo(controller.add({ name: MANIFEST, size: text.length, mode: 0o600 }));
      controller.finalize();
    },
  };
}

/**
 * Reads a whole archive and passes each entry to `read`, which has to read the entry's body to the end.
 * @throws {BackendError} if the archive is truncated, or a file in it does not match its checksum
 */
export async function readArchive(
  file: string,
  read: (header: TarHeader, body: Bytes) => Promise<void>,
): Promise<Manifest> {
  const files: Manifest["files"] = {};
  let manifest: Manifest | undefined;
  try {
    for await (const { header, body } of openArchive(file)) {
      if (header.name === MANIFEST) {
        manifest = manifestSchema.parse(
          await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).json(),
        );
        continue;
      }
      const hash = createHash("sha256");
      await read(header, body.pipeThrough(tap((chunk) => hash.update(chunk))));
      if (header.type === "file") files[header.name] = hash.digest("hex");
    }
  } catch (error) {
    throw toReadError(error, file);
  }
  const wrong = Object.keys({ ...files, ...manifest?.files }).find(
    (name) => files[name] !== manifest?.files[name],
  );
  if (!manifest || wrong !== undefined)
    throw new BackendError(`${file} is no whole backup: ${wrong ?? MANIFEST} is missing or damaged.`);
  return manifest;
}

/**
 * The texts of the first entries of an archive, which must have these names in this order.
 * @throws {BackendError} if the archive starts with other entries
 */
export async function readBeginning<Name extends string>(
  file: string,
  ...names: Name[]
): Promise<Record<Name, string>> {
  const texts: Partial<Record<string, string>> = {};
  const left: string[] = [...names];
  try {
    for await (const { header, body } of openArchive(file)) {
      if (header.name !== left.shift()) break;
      texts[header.name] = await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
      if (left.length === 0) return texts as Record<Name, string>;
    }
  } catch (error) {
    throw toReadError(error, file);
  }
  throw new BackendError(`${file} is no backup of Lectern.`);
}

/** Why a file cannot be read, by Node's error codes. */
const UNREADABLE: Partial<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "this user may not",
};

function toReadError(error: unknown, file: string): BackendError {
  if (error instanceof BackendError) return error;
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  // The error may be about another file, which the archive is unpacked to.
  const reason = path === file || syscall === "read" ? UNREADABLE[code] : undefined;
  return new BackendError(
    reason
      ? `${file} cannot be read: ${reason}.`
      : `${file} is no whole backup: ${reasonOf(error).replace(/\.$/, "")}.`,
  );
}

function openArchive(file: string) {
  const bytes = createGunzip();
  // What fails is thrown where `bytes` are read, too.
  pipeline(createReadStream(file), bytes).catch(() => {});
  return streamOf(bytes).pipeThrough(createTarDecoder({ strict: true }));
}

/** Passes bytes through, and calls `see` with each chunk. */
const tap = (see: (chunk: Uint8Array) => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      see(chunk);
      controller.enqueue(chunk);
    },
  });
