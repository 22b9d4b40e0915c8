import type { Readable } from "node:stream";
import { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The bytes of a file, or of another stream of Node. `Readable.toWeb`, which Node's `DecompressionStream` uses, throws
 * outside of any promise, and so ends the process, if a stream is cancelled while data arrive.
 */
export const streamOf = (stream: Readable) =>
  NodeReadableStream.from(stream) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
