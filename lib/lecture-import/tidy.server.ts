import "server-only";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { BUCKET, KEPT_DAYS } from "./files.ts";

const DAY_MS = 86_400_000;
/** The most files that one call examines, the oldest first. */
const MOST_FILES = 1000;

/** Removes uploaded files that are older than `KEPT_DAYS`, except those of jobs that have not ended. */
export async function tidyUploads(now = Date.now()): Promise<void> {
  const client = serviceClient();
  const options = { limit: MOST_FILES, sortBy: { column: "created_at", order: "asc" } };
  const { data: files, error } = await client.storage.from(BUCKET).list("", options);
  if (error) return console.error("Old uploads could not be listed:", error.message);
  const old = files.filter(({ created_at }) => now - Date.parse(created_at ?? "") > KEPT_DAYS * DAY_MS);
  if (old.length === 0) return;
  const open = unwrap(
    await client.from("import_jobs").select("file_path").in("status", ["pending", "processing"]),
    "The imports that go on",
  );
  const needed = new Set(open.map(({ file_path }) => file_path));
  const removable = old.map(({ name }) => name).filter((name) => !needed.has(name));
  if (removable.length === 0) return;
  const removed = await client.storage.from(BUCKET).remove(removable);
  if (removed.error) console.error("Old uploads could not be removed:", removed.error.message);
}
