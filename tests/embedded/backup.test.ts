import { randomBytes } from "node:crypto";
import { open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { writeBackup } from "../../supabase/embedded/backup.ts";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { restoreBackup } from "../../supabase/embedded/restore.ts";
import { afterAllTests, startBackend, temporaryDirectory } from "./installation.ts";
import { addToLedger, listLedger, serviceClient, signUp, visitorClient } from "./requests.ts";

const register = afterAllTests();
const upload = randomBytes(3_000_000);
let dataDir: string;
let backend: EmbeddedSupabase;
let directory: string;
let whole: string;

const backUp = async (name: string) => {
  const file = path.join(directory, name);
  await writeBackup({ dataDir, databaseUrl: backend.databaseUrl, file, version: "1.2.3" });
  return file;
};

/** The checksum of every table's rows, by its name. */
async function checksums({ databaseUrl }: EmbeddedSupabase): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
    );
    sums[name] = row?.sum;
  }
  await sql.end();
  return sums;
}

beforeAll(async () => {
  directory = await temporaryDirectory(register);
  dataDir = await temporaryDirectory(register);
  backend = await startBackend(dataDir, {}, register);
  await signUp(backend, "learner");
  await addToLedger(backend, 1);
  await serviceClient(backend).storage.from("files").upload("a.csv", upload);
  whole = await backUp("whole");
});

test("a restored installation is the one that was backed up, to the last row and byte", async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  const elsewhere = path.join(await temporaryDirectory(), "new");
  const manifest = await restoreBackup(whole, elsewhere);
  expect(manifest).toMatchObject({ version: "1.2.3", createdAt: expect.stringMatching(/^20\d\d-/) });
  const restored = await startBackend(elsewhere);
  expect(await checksums(restored)).toEqual(await checksums(backend));
  expect(restored.secretKey).toBe(backend.secretKey);
  const stored = await serviceClient(restored).storage.from("files").download("a.csv");
  expect(Buffer.from(await stored.data!.arrayBuffer()).equals(upload)).toBe(true);
  const credentials = { email: "learner@example.org", password: "secret1" };
  expect((await visitorClient(restored).auth.signInWithPassword(credentials)).error).toBeNull();
  await addToLedger(restored, 2);
  expect(await listLedger(backend)).toEqual([1]);
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
  const file = await backUp("while-writing");
  isWriting = false;
  await Promise.all(writing);

  const elsewhere = await temporaryDirectory();
  await restoreBackup(file, elsewhere);
  const rows = await listLedger(await startBackend(elsewhere));
  expect(rows).toEqual(expect.arrayContaining([1, ...before]));
  expect(acknowledged.length).toBeGreaterThan(before.length);
});

test("a damaged backup is refused, and leaves nothing behind", async () => {
  const content = await readFile(whole);
  const flipped = Buffer.from(content);
  flipped[Math.floor(content.length / 2)]! ^= 1;
  const leading = gzipSync(await packTar([{ header: { name: "postgres/../../x", size: 1 }, body: "x" }]));
  const foreign = gzipSync(await packTar([{ header: { name: "etc/passwd", size: 1 }, body: "x" }]));
  const damaged = {
    flipped,
    cut: content.subarray(0, content.length - 2000),
    empty: Buffer.alloc(0),
    text: Buffer.from("no backup"),
    leading,
    foreign,
    nothing: gzipSync(await packTar([])),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    const file = path.join(directory, name);
    await writeFile(file, bytes);
    const elsewhere = await temporaryDirectory();
    const refusal = await restoreBackup(file, elsewhere).then(
      () => "restored",
      (error) => `${error.name}: ${error.message}`,
    );
    expect(refusal, name).toMatch(/^BackendError: .*(no whole backup|leads out of it|is not known)/);
    expect(await readdir(elsewhere), name).toEqual(["lectern.lock"]);
  }
  expect(await readdir(path.dirname(directory))).not.toContain("x");
});

test("a backup is restored into an empty directory alone", async () => {
  const elsewhere = await temporaryDirectory();
  await writeFile(path.join(elsewhere, "notes.txt"), "mine");
  await expect(restoreBackup(whole, elsewhere)).rejects.toThrow("is not empty");
  expect(await readFile(path.join(elsewhere, "notes.txt"), "utf8")).toBe("mine");
  await expect(restoreBackup(whole, dataDir)).rejects.toThrow("in use by another Lectern");
});

test("a backup that cannot be written leaves nothing of it", async () => {
  const taken = path.join(directory, "taken.part");
  await (await open(taken, "w")).close();
  await expect(backUp("taken")).rejects.toThrow("could not be written");
  await expect(backUp("no/such/directory")).rejects.toThrow("could not be written");
  expect(await readdir(directory)).not.toContain("taken");
});
