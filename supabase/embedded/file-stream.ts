import type { Readable } from "node:stream";
import { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The bytes of a file. Without `Readable.toWeb`, which throws outside of any promise, and so ends the process, if it is
 * cancelled while data arrive.
 */
export const streamOf = (file: Readable) =>
  NodeReadableStream.from(file) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
