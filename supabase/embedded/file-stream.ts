import type { Readable } from "node:stream";
import { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The bytes of a file, or of another stream of Node. Without `Readable.toWeb`, which throws outside of any promise, and
 * so ends the process, if it is cancelled while data arrive. Node's `DecompressionStream` is made of it.
 */
export const streamOf = (stream: Readable) =>
  NodeReadableStream.from(stream) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
