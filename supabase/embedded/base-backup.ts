import type { Readable } from "node:stream";
import postgres from "postgres";

/**
 * The files of a running cluster as one tar archive, by the replication protocol, which is how pg_basebackup takes it;
 * with the log that makes them consistent. The server verifies the checksum of each page that it reads.
 * Source: https://www.postgresql.org/docs/current/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
export async function openBaseBackup(databaseUrl: string): Promise<ReadableStream<Uint8Array>> {
  const connection = { replication: "true" } as unknown as Record<string, string>;
  const sql = postgres(databaseUrl, {
    max: 1,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection,
  });
  const messages = await sql
    .unsafe("BASE_BACKUP (LABEL 'lectern', CHECKPOINT 'fast', WAL true, MANIFEST 'no')")
    .readable();
  return contentOf(messages, () => sql.end());
}

/** What the messages hold of the archive; others name it or tell the progress. */
function contentOf(messages: Readable, end: () => Promise<void>): ReadableStream<Uint8Array> {
  const DATA = "d".charCodeAt(0);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // One event is one message: read in any other way, several could come as one, with the kind of the first alone.
        messages.on("data", (message: Buffer) => {
          if (message[0] !== DATA) return;
          controller.enqueue(message.subarray(1));
          if ((controller.desiredSize ?? 0) <= 0) messages.pause();
        });
        messages.on("end", () => end().then(() => controller.close(), controller.error.bind(controller)));
        messages.on("error", (error) => controller.error(error));
      },
      pull: () => void messages.resume(),
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 1_000_000 }),
  );
}
