import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import postgres from "postgres";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";

/** The file of the generated types. */
export const TYPES_FILE = fileURLToPath(new URL("../lib/supabase/database.types.ts", import.meta.url));

const note = "// Generated from the database by `npm run types`; a test fails when the two drift apart.\n";

/** The TypeScript types of a database's public schema, as the Supabase CLI generates them. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { onnotice: () => {}, max: 1 });
  try {
    const query = async (text: string) => ({ rows: [...(await sql.unsafe(text))] });
    const metadata = await introspect({ query }, { includedSchemas: ["public"] });
    return note + (await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: "12" }));
  } finally {
    await sql.end();
  }
}

/** Writes the types of a new database to which the current migrations are applied. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-types-"));
  const backend = await startEmbeddedSupabase({ dataDir });
  try {
    await writeFile(TYPES_FILE, await generateTypes(backend.databaseUrl));
    console.log(`${TYPES_FILE} is written.`);
  } finally {
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
