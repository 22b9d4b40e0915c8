import { beforeAll, expect, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";

describeOnEachApi("row-level security", (api, sql) => {
  const visitor = clientOf(api);
  let alice: Awaited<ReturnType<typeof signUp>>;
  let bob: Awaited<ReturnType<typeof signUp>>;
  let admin: Awaited<ReturnType<typeof signUp>>;
  let lecture: number;

  beforeAll(async () => {
    [alice, bob, admin] = await Promise.all([signUp(api, "Alice"), signUp(api), signUp(api)]);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const [row] = await sql`select id from lectures order by id limit 1`;
    lecture = Number(row?.id);
  });

  test("a sign-up makes the profile, with the display name if there is one", async () => {
    expect((await alice.client.from("profiles").select("user_id,display_name")).data).toEqual([
      { user_id: alice.id, display_name: "Alice" },
    ]);
    expect((await bob.client.from("profiles").select("user_id,display_name")).data).toEqual([
      { user_id: bob.id, display_name: null },
    ]);
  });

  test("only its owner reads and writes progress", async () => {
    const mine = { user_id: alice.id, record_id: lecture, completed: true };
    expect((await alice.client.from("user_progress").insert(mine)).error).toBeNull();
    expect((await alice.client.from("user_progress").select("*")).data).toHaveLength(1);
    for (const other of [visitor, bob.client, admin.client]) {
      expect((await other.from("user_progress").select("*")).data ?? []).toEqual([]);
      expect(
        (await other.from("user_progress").update({ completed: false }).eq("user_id", alice.id).select())
          .data ?? [],
      ).toEqual([]);
      expect(
        (await other.from("user_progress").delete().eq("user_id", alice.id).select()).data ?? [],
      ).toEqual([]);
      expect(
        (await other.from("user_progress").insert({ ...mine, record_id: lecture + 1 })).error,
      ).not.toBeNull();
    }
    expect((await alice.client.from("user_progress").select("completed")).data).toEqual([
      { completed: true },
    ]);
  });

  test("roles, jobs, rejections and questions are hidden from accounts without the right", async () => {
    for (const client of [visitor, bob.client]) {
      for (const table of ["user_roles", "import_jobs", "import_rejections", "quiz_questions"] as const) {
        expect((await client.from(table).select("*")).data ?? []).toEqual([]);
      }
    }
    expect((await admin.client.from("import_jobs").select("id")).data?.length).toBeGreaterThan(0);
    expect((await admin.client.from("profiles").select("user_id")).data?.length).toBeGreaterThan(1);
  });

  test("no account can make itself an administrator", async () => {
    expect(
      (await bob.client.from("user_roles").insert({ user_id: bob.id, role: "admin" })).error,
    ).not.toBeNull();
    await bob.client.from("user_roles").update({ role: "admin" }).eq("user_id", bob.id);
    expect(await sql`select 1 from user_roles where user_id = ${bob.id}`).toHaveLength(0);
  });

  test("everyone reads the catalogue, and no account writes its tables", async () => {
    for (const client of [visitor, bob.client, admin.client]) {
      expect((await client.from("lectures").select("id").limit(1)).data).toHaveLength(1);
      expect(
        (await client.from("lectures").insert({ "Course Name": "x", "lecture name": "x" })).error,
      ).not.toBeNull();
      expect(
        (await client.from("lectures").update({ Views: 1 }).eq("id", lecture).select()).data ?? [],
      ).toEqual([]);
      expect((await client.from("lectures").delete().eq("id", lecture).select()).data ?? []).toEqual([]);
      expect(
        (
          await client
            .from("course_summaries")
            .insert({ course_name: "x", course_id: "x", preferred_id: "x", lecture_count: 1 })
        ).error,
      ).not.toBeNull();
      expect(
        (await client.from("course_summaries").delete().gt("lecture_count", 0).select()).data ?? [],
      ).toEqual([]);
    }
  });

  test("the bucket of imports opens for administrators alone", async () => {
    const path = `${crypto.randomUUID()}.csv`;
    const upload = (client: typeof visitor) =>
      client.storage.from("csv-imports").upload(path, Buffer.from("a,b\n"), { contentType: "text/csv" });
    for (const client of [visitor, bob.client]) {
      expect((await upload(client)).error).not.toBeNull();
      expect((await client.storage.from("csv-imports").list()).data ?? []).toEqual([]);
    }
    expect((await upload(admin.client)).error).toBeNull();
    expect((await bob.client.storage.from("csv-imports").download(path)).error).not.toBeNull();
    expect((await admin.client.storage.from("csv-imports").remove([path])).data).toHaveLength(1);
  });
});
