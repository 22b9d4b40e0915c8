import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import postgres from "postgres";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createArchive, readArchive } from "../../supabase/embedded/archive.ts";
import { BackendError } from "../../supabase/embedded/backend-error.ts";
import { writeBackup } from "../../supabase/embedded/backup.ts";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { copyOut } from "../../supabase/embedded/copy-out.ts";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { restoreBackup } from "../../supabase/embedded/restore.ts";
import { openBackup } from "../../supabase/embedded/unpack-backup.ts";
import { checksums } from "./checksums.ts";
import {
  afterAllTests,
  installedDirectory,
  MIGRATIONS,
  startBackend,
  temporaryDirectory,
} from "./installation.ts";
import { readBackup } from "./read-backup.ts";
import { addToLedger, listLedger, serviceClient, signUp, visitorClient } from "./requests.ts";

const register = afterAllTests();
const upload = randomBytes(3_000_000);
let dataDir: string;
let backend: EmbeddedSupabase;
let directory: string;
/** A backup of the whole, and the checksums of its rows. */
let whole: string;
let wholeSums: Awaited<ReturnType<typeof checksums>>;

const backUp = async (name: string) => {
  const file = path.join(directory, name);
  await writeBackup({ dataDir, databaseUrl: backend.databaseUrl, file, version: "1.2.3" });
  return file;
};

const restore = (file: string, elsewhere: string, migrationsDir = MIGRATIONS) =>
  restoreBackup(file, elsewhere, { migrationsDir });

/** Fills the running database by the function that a restore uses. */
async function fill(file: string): Promise<void> {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const backup = await openBackup(file, await temporaryDirectory());
  await backup.fill(sql, MIGRATIONS);
}

beforeAll(async () => {
  directory = await temporaryDirectory(register);
  dataDir = await installedDirectory(register);
  backend = await startBackend(dataDir, {}, register);
  await signUp(backend, "learner");
  await addToLedger(backend, 1);
  await serviceClient(backend).storage.from("files").upload("a.csv", upload);
  whole = await backUp("whole");
  wholeSums = await checksums(backend.databaseUrl);
});

test("a restored installation is the one that was backed up, to the last row and byte", async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  const elsewhere = path.join(await temporaryDirectory(), "new");
  const manifest = await restore(whole, elsewhere);
  expect(manifest).toMatchObject({ version: "1.2.3", createdAt: expect.stringMatching(/^20\d\d-/) });
  const restored = await startBackend(elsewhere);
  expect(await checksums(restored.databaseUrl)).toEqual(wholeSums);
  expect(restored.secretKey).toBe(backend.secretKey);
  const stored = await serviceClient(restored).storage.from("files").download("a.csv");
  expect(Buffer.from(await stored.data!.arrayBuffer()).equals(upload)).toBe(true);
  const credentials = { email: "learner@example.org", password: "secret1" };
  expect((await visitorClient(restored).auth.signInWithPassword(credentials)).error).toBeNull();
  await addToLedger(restored, 2);
  expect(await listLedger(backend)).not.toContain(2);
});

test("a backup that is made while rows are written has all that were acknowledged before", async () => {
  let isWriting = true;
  const acknowledged: number[] = [];
  const write = async (first: number) => {
    for (let id = first; isWriting; id += 4) {
      await addToLedger(backend, id);
      acknowledged.push(id);
    }
  };
  const writing = [100, 101, 102, 103].map(write);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  const before = [...acknowledged];
  const file = await backUp("while-writing").finally(() => {
    isWriting = false;
    return Promise.all(writing);
  });

  const rows = (await readBackup(file))["rows/ledger/1"]?.trim().split("\n").map(Number);
  expect(rows).toEqual(expect.arrayContaining([1, ...before]));
  expect(acknowledged.length).toBeGreaterThan(before.length);
});

test("a connection goes on after output that came faster than it was read", async () => {
  const sql = postgres(backend.databaseUrl, { max: 1 });
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
  await sql.end();
});

test("a damaged backup is refused, and leaves nothing behind", async () => {
  const content = await readFile(whole);
  const flipped = Buffer.from(content);
  flipped[Math.floor(content.length / 2)]! ^= 1;
  const damaged = {
    flipped,
    cut: content.subarray(0, content.length - 2000),
    empty: Buffer.alloc(0),
    text: Buffer.from("no backup"),
    nothing: gzipSync(await packTar([])),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    const file = path.join(directory, name);
    await writeFile(file, bytes);
    const elsewhere = await temporaryDirectory();
    const refusal = await restore(file, elsewhere).then(
      () => "restored",
      (error) => `${error.name}: ${error.message}`,
    );
    expect(refusal, name).toMatch(/^BackendError: .*no whole backup: \w/);
    expect(await readdir(elsewhere), name).toEqual([]);
  }
});

test("reading an archive can be given up in the middle of an entry without an unhandled error", async () => {
  const file = path.join(directory, "large");
  const archive = createArchive("1.2.3");
  const writing = archive.writeTo(createWriteStream(file));
  for (const name of ["first", "second"]) await archive.addBytes(name, Buffer.alloc(5_000_000));
  await archive.finish();
  await writing;
  const drain = (_header: unknown, body: ReadableStream<Uint8Array>) => body.pipeTo(new WritableStream());
  for (let round = 0; round < 5; round++) {
    const reading = readArchive(file, async () => {
      // Every buffer between the file and the entry is full by the time that the whole is read beside it.
      await readArchive(file, drain);
      throw new BackendError("left");
    });
    await expect(reading).rejects.toThrow("left");
  }
  await expect(readArchive(`${file}.gone`, drain)).rejects.toThrow(
    `${file}.gone cannot be read: there is no such file.`,
  );
});

test("a restore of a file that cannot be read says why in plain words", async () => {
  const elsewhere = await temporaryDirectory();
  await expect(restore(directory, elsewhere)).rejects.toThrow(
    `${directory} cannot be read: it is a directory.`,
  );
  const gone = path.join(directory, "gone");
  await expect(restore(gone, elsewhere)).rejects.toThrow(`${gone} cannot be read: there is no such file.`);
  expect(await readdir(elsewhere)).toEqual([]);
});

/** A copy of the whole backup with changed entries and matching checksums. */
async function changed(change: (name: string, text: string) => [name: string, text: string]) {
  const file = path.join(directory, "changed");
  const archive = createArchive("1.2.3");
  const writing = archive.writeTo(createWriteStream(file));
  for (const [name, content] of Object.entries(await readBackup(whole))) {
    const [newName, text] = change(name, content);
    await archive.addBytes(newName, Buffer.from(text, "latin1"));
  }
  await archive.finish();
  await writing;
  return file;
}

test("a backup with an entry outside the known paths is refused, and nothing is restored", async () => {
  const file = await changed((name, text) => [name.replace(/storage\/.*/, "storage/../x"), text]);
  const elsewhere = await temporaryDirectory();
  await expect(restore(file, elsewhere)).rejects.toThrow("entry that is not known: storage/../x");
  expect((await readdir(elsewhere)).sort()).toEqual(["backend.log", "lectern.lock"]);
});

test("a backup of a newer Lectern is refused before anything is restored", async () => {
  const file = await changed((name, text) => [name, text.replace('"20260101000001"', '"20990101000001"')]);
  await expect(fill(file)).rejects.toThrow("used by a newer Lectern");
});

test.each([
  ["a column of another table", /"display_name"/, '"shown_name"', /column shown_name of the table profiles/],
  ["a value of another type", /^1\n$/, "one\n", /invalid input syntax for type bigint/],
])("a backup with %s is refused, and the database keeps its rows", async (_what, from, to, message) => {
  // The tables are there already.
  const withoutMigrations = (text: string) => text.replace(/"migrations":\[.*?\}\]/s, '"migrations":[]');
  const file = await changed((name, text) => [name, withoutMigrations(text).replace(from, to)]);
  const before = await checksums(backend.databaseUrl);
  await expect(fill(file)).rejects.toThrow(message);
  expect(await checksums(backend.databaseUrl)).toEqual(before);
});

test("a start refuses a database of another PostgreSQL version, changes nothing, and says what to do", async () => {
  const other = await installedDirectory();
  const cluster = await locateCluster(other, getPostgresAccount());
  await writeFile(path.join(cluster, "PG_VERSION"), "17\n");
  const before = await readdir(cluster);
  await expect(startBackend(other)).rejects.toThrow(
    /is of PostgreSQL 17, and this Lectern has PostgreSQL \d\d\..*npm run backup.*npm run restore/s,
  );
  expect(await readdir(cluster)).toEqual(before);
});

test("a backup is restored only into an empty directory", async () => {
  const elsewhere = await temporaryDirectory();
  await writeFile(path.join(elsewhere, "notes.txt"), "mine");
  await chmod(elsewhere, 0o755);
  await expect(restore(whole, elsewhere)).rejects.toThrow("is not empty");
  await expect(startBackend(elsewhere)).rejects.toThrow("is not empty, and nothing in it is Lectern's");
  expect(await readdir(elsewhere)).toEqual(["notes.txt"]);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o755);
  await expect(restore(whole, dataDir)).rejects.toThrow("in use by another Lectern");
});

test("a backup that cannot be written leaves nothing of it", async () => {
  const taken = path.join(directory, "taken.part");
  await (await open(taken, "w")).close();
  await expect(backUp("taken")).rejects.toThrow(
    `could not be written to ${path.join(directory, "taken")}: ${taken} is there already; delete it unless`,
  );
  await expect(backUp("no/such/directory")).rejects.toThrow(
    `directory: there is no directory ${path.join(directory, "no/such")}.`,
  );
  expect(await readdir(directory)).not.toContain("taken");
});
