import { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The bytes of a CSV file whose lines are made while it is read. A reader that leaves ends the making.
 *
 * @param lines each with its line break, one or several at a time
 */
export function streamCsv(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return (NodeReadableStream.from(lines) as ReadableStream<string>).pipeThrough(new TextEncoderStream());
}
