import { readArchive } from "../../supabase/embedded/archive.ts";

/** The content of each entry of a backup, by name; bytes are characters. */
export async function readBackup(file: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  await readArchive(file, async ({ name }, body) => {
    const bytes = await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
    entries[name] = Buffer.from(bytes).toString("latin1");
  });
  return entries;
}
