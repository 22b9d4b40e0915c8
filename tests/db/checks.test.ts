import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { checkKeys } from "../../scripts/checks/keys.ts";
import { checkMigrations } from "../../scripts/checks/migrations.ts";
import { checkStorage } from "../../scripts/checks/storage.ts";
import { checkWhole } from "../../scripts/checks/supabase.ts";
import { clientOf, describeOnEachApi } from "./apis.ts";

const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
let directory: string;
let files: string[];

beforeAll(async () => {
  files = (await readdir(MIGRATIONS)).sort();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A copy of the migrations, for tests that change them. */
async function copyMigrations(): Promise<string> {
  if (directory) await rm(directory, { recursive: true });
  directory = await mkdtemp(join(tmpdir(), "lectern-checks-"));
  await cp(MIGRATIONS, directory, { recursive: true });
  return directory;
}

describeOnEachApi("checks", (api, sql) => {
  const { SITE_URL: siteUrl = "http://localhost:3000" } = process.env;
  const target = { ...api, siteUrl };

  test("a Supabase with the project's migrations has nothing wrong", async () => {
    const findings = await checkWhole(target);
    expect(findings.map(({ state, text }) => `${state}: ${text}`)).toEqual([
      `fine: ${api.url} answers: auth, data and storage.`,
      "fine: The publishable key is accepted.",
      "fine: The secret key is accepted.",
      `fine: All ${files.length} migrations are applied.`,
      "fine: The bucket csv-imports takes files of 100 MB.",
      `fine: Links in mails lead to ${siteUrl}; sign-up needs none.`,
      "unknown: Mail templates and IP address forwarding cannot be read with the keys.",
    ]);
  });

  test("keys that are wrong are refused, each by its name", async () => {
    const wrong = { ...target, publishableKey: "sb_publishable_other", secretKey: "sb_secret_other" };
    const texts = (await checkKeys(wrong)).map(({ text }) => text);
    expect(texts).toEqual([
      `SUPABASE_PUBLISHABLE_KEY is not accepted by ${api.url}: it is wrong, switched off or of another project.`,
      `SUPABASE_SECRET_KEY is not accepted by ${api.url}: it is wrong, switched off or of another project.`,
    ]);
    // The value has the form of neither kind of key, so only the service can tell that it is wrong.
    const [, secret] = await checkKeys({ ...target, secretKey: api.publishableKey.replace("sb_", "") });
    expect(secret).toMatchObject({ state: "wrong" });
  });

  test("a database without the app's newest migration is older, with the command that applies it", async () => {
    const later = await copyMigrations();
    await writeFile(join(later, "20991231000000_later.sql"), "select 1;");
    expect(await checkMigrations(target, later)).toEqual({
      state: "wrong",
      text: `The database is older than the app: 1 of ${files.length + 1} migrations are missing (20991231000000_later).`,
      remedy: "Run `npx supabase@3 db push --remote=postgres://…` with the address of its database.",
    });
  });

  test("a database with a migration that the app does not know is newer", async () => {
    const earlier = await copyMigrations();
    const last = files.at(-1)!;
    await rm(join(earlier, last));
    expect(await checkMigrations(target, earlier)).toMatchObject({
      state: "wrong",
      text: `The database is newer than the app: it has ${last.slice(0, -4)}, which this app does not know.`,
    });
  });

  test("a migration that was changed after it had been applied is named", async () => {
    const changed = await copyMigrations();
    const [first] = files as [string];
    const text = await readFile(join(changed, first), "utf8");
    await writeFile(join(changed, first), text.replaceAll("\n", "\r\n"));
    expect(await checkMigrations(target, changed)).toMatchObject({ state: "fine" });
    await writeFile(join(changed, first), `${text}create table public.more (n int);\n`);
    expect(await checkMigrations(target, changed)).toMatchObject({
      state: "wrong",
      text: `The database was made by another state of ${first.slice(0, -4)}.`,
    });
  });

  test("migrations are the same where the Supabase CLI has stored them as single statements", async () => {
    const [row] = await sql`
      select version, statements from supabase_migrations.schema_migrations order by version limit 1`;
    const restore = () => sql`
      update supabase_migrations.schema_migrations set statements = ${row!.statements} where version = ${row!.version}`;
    onTestFinished(async () => {
      await restore();
    });
    const statements = (row!.statements as string[])
      .join("")
      .split(";")
      .map((text) => text.trim());
    await sql`
      update supabase_migrations.schema_migrations set statements = ${statements} where version = ${row!.version}`;
    expect(await checkMigrations(target, MIGRATIONS)).toMatchObject({ state: "fine" });
  });

  test("migrations that were applied by hand are known by the tables and functions that they make", async () => {
    await sql`alter table supabase_migrations.schema_migrations rename to kept`;
    onTestFinished(async () => {
      await sql`alter table supabase_migrations.kept rename to schema_migrations`;
    });
    expect(await checkMigrations(target, MIGRATIONS)).toEqual({
      state: "fine",
      text: "The tables and functions of all migrations are there; they were applied by hand.",
    });
    const later = await copyMigrations();
    await writeFile(
      join(later, "20991231000000_later.sql"),
      "create table public.later_things (id int);\n\ncreate function public.my_later_things()",
    );
    expect(await checkMigrations(target, later)).toMatchObject({
      state: "wrong",
      text: "The database is older than the app: it lacks later_things, my_later_things.",
    });
  });

  test("only the server reads which migrations are applied", async () => {
    expect((await clientOf(api, "secretKey").rpc("applied_migrations")).data).toHaveLength(files.length);
    for (const name of ["applied_migrations", "installed_names"] as const) {
      const { data, error } = await clientOf(api).rpc(name);
      expect([data, error?.code]).toEqual([null, "42501"]);
    }
  });

  test("a bucket that is missing, public or too small is wrong", async () => {
    const textOf = async () => (await checkStorage(target)).text;
    onTestFinished(async () => {
      await sql`update storage.buckets set id = 'csv-imports', public = false, file_size_limit = 104857600`;
    });
    // Objects left by other tests would prevent the bucket from being renamed.
    const left = await sql`select name from storage.objects where bucket_id = 'csv-imports'`;
    if (left.length > 0)
      await clientOf(api, "secretKey")
        .storage.from("csv-imports")
        .remove(left.map(({ name }) => name));
    await sql`update storage.buckets set public = true`;
    expect(await textOf()).toBe(
      "The bucket csv-imports is public: everyone can read files that are imported.",
    );
    await sql`update storage.buckets set public = false, file_size_limit = 1048576`;
    expect(await textOf()).toBe("The bucket csv-imports takes files of 1 MB, the product files of 100 MB.");
    await sql`update storage.buckets set id = 'other'`;
    expect(await textOf()).toBe("The bucket csv-imports is missing, so imports cannot be uploaded.");
  });
});
