import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { z } from "zod";
import { BackendError } from "./backend-error.ts";
import { copyOut } from "./copy-out.ts";
import type { Database } from "./database.ts";

// The rows of a database in PostgreSQL's text format, which every version of PostgreSQL reads.

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

export const contentsSchema = z.object({
  /** The major version of PostgreSQL. */
  postgres: z.number(),
  migrations: z.array(
    z.object({ version: z.string(), name: z.string(), statements: z.array(z.string()).nullable() }),
  ),
  /** Names are quoted if SQL requires it. */
  tables: z.array(tableSchema),
  /** The last value that each sequence returned. */
  sequences: z.record(z.string(), z.string()),
});

/** The database that the rows belong to: version, migrations, tables and sequences. */
type Contents = z.infer<typeof contentsSchema>;
type Table = z.infer<typeof tableSchema>;

type Snapshot = {
  contents: Contents;
  /** The rows of a table, in pieces. */
  read(table: Table): AsyncGenerator<Buffer<ArrayBuffer>>;
};

/** Reads a database as of one moment. Writers of rows do not wait for it; changes of a table (DDL) do. */
export async function withSnapshot(
  sql: Database,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  await sql.begin("isolation level repeatable read read only", async (tx) => {
    // The first statement takes the snapshot.
    const tables = await listTables(tx);
    await tx.unsafe(`lock table ${tables.map(({ name }) => name).join(", ")} in access share mode`);
    const contents = { tables, ...(await readRest(tx)) };
    const read = async function* (table: Table) {
      yield* wholeRows(await copyOut(tx, `copy ${described(table)} to stdout`));
    };
    await work({ contents, read });
  });
}

const described = ({ name, columns }: Table) => `${name} (${columns.join(", ")})`;

/** Every permanent table with rows of its own, except the history of migrations, which `Contents` has separately. */
const listTables = (tx: postgres.TransactionSql): Promise<Table[]> => tx<Table[]>`
  select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relpersistence = 'p'
    and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'supabase_migrations')
  group by c.oid order by 1`;

async function readRest(tx: postgres.TransactionSql): Promise<Omit<Contents, "tables">> {
  const [server] = await tx`select current_setting('server_version_num')::int / 10000 as version`;
  const migrations = await tx<Contents["migrations"]>`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  const sequences = await tx<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null`;
  return {
    postgres: server?.version,
    migrations: [...migrations],
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  };
}

const PIECE_BYTES = 4_000_000;

/** Cuts rows into pieces at row boundaries. In this format, a line feed within a value is written as \n. */
async function* wholeRows(rows: AsyncIterable<Buffer<ArrayBuffer>>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let parts: Buffer<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of rows) {
    parts.push(part);
    length += part.length;
    if (length < PIECE_BYTES) continue;
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf("\n") + 1;
    if (end > 0) yield all.subarray(0, end);
    parts = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Writes rows to a table, piece by piece. */
type WriteRows = (table: string, rows: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Replaces all rows of a database, which has its tables already, with those that `work` writes.
 * @throws {BackendError} naming a table or column that no longer exists; the database then keeps its rows
 */
export async function replaceRows(
  sql: Database,
  { tables, sequences }: Contents,
  work: (write: WriteRows) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    // Disables triggers and foreign keys: the rows include what triggers derive, and are consistent once all are
    // written.
    await tx`set local session_replication_role = replica`;
    const here = await listTables(tx);
    await tx.unsafe(`truncate ${here.map(({ name }) => name).join(", ")}`);
    await work(async (name, rows) => {
      const table = tables.find((each) => each.name === name);
      const known = here.find((each) => each.name === name);
      const missing = table?.columns.find((column) => !known?.columns.includes(column));
      if (!table || !known || missing) {
        const what = missing && known ? `column ${missing} of the table ${name}` : `table ${name}`;
        throw new BackendError(`The backup has rows of the ${what}, which this Lectern does not have.`);
      }
      await pipeline(rows, await tx.unsafe(`copy ${described(table)} from stdin`).writable());
    });
    for (const [name, value] of Object.entries(sequences)) {
      const [sequence] = await tx`select to_regclass(${name}) as found`;
      if (sequence?.found) await tx`select setval(${name}, ${value})`;
    }
  });
  // Query plans need current statistics, and index-only scans need the visibility map.
  await sql`vacuum (analyze)`;
}
