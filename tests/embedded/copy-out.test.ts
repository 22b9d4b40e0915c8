import postgres from "postgres";
import { expect, test } from "vitest";
import { copyOut } from "../../supabase/embedded/copy-out.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";

const later = afterAllTests();

test("a connection goes on after output that came faster than it was read", async () => {
  const backend = await startBackend(await installedDirectory(later), {}, later);
  const sql = postgres(backend.databaseUrl, { max: 1 });
  later(() => sql.end());
  for (const length of [1_000, 100_000, 1_000_000]) {
    const output = await copyOut(sql, `copy (select repeat('x', ${length})) to stdout`);
    let read = 0;
    for await (const piece of output) {
      read += piece.length;
      await new Promise(setImmediate);
    }
    expect(read).toBe(length + 1);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});
