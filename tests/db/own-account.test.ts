import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id;

describeOnEachApi("what accounts do about themselves", (api, sql) => {
  const service = clientOf(api, "secretKey");
  let ada: Awaited<ReturnType<typeof signUp>>;
  let grace: typeof ada;
  const addSession = async (account: string, refreshedAt: Date | null = null) => {
    const id = randomUUID();
    await sql`
      insert into auth.sessions (id, user_id, created_at, refreshed_at)
      values (${id}, ${account}, now() - interval '3 days', ${refreshedAt}::timestamptz at time zone 'utc')`;
    return id;
  };
  const record = (
    session: string,
    { device = "Firefox on Linux", address = "192.0.2.7", byLink = false } = {},
  ) =>
    service.rpc("record_session", {
      p_session: session,
      p_device: device,
      p_address: address,
      p_is_recovery: byLink,
    });

  beforeEach(async () => {
    [ada, grace] = await Promise.all([signUp(api, "Ada"), signUp(api)]);
  });

  test("an account changes its own display name, and nothing else of its profile", async () => {
    const rename = async (name: string) =>
      (await ada.client.rpc("set_own_display_name", { p_name: name }).throwOnError()).data;
    expect(await rename("  Ada \t Lovelace\u202e ")).toBe("Ada Lovelace");
    expect((await ada.client.from("profiles").select("display_name")).data).toEqual([
      { display_name: "Ada Lovelace" },
    ]);
    // A combining mark, fillers and a blank pattern that are no spaces to Unicode, selectors, a tag.
    for (const unseen of [
      "\u200d \u200b",
      "\u034f",
      "\u3164\uffa0",
      "\u2800",
      "\ufe0f\u200d",
      "\u{e0041}",
      "\u{e0100}",
    ])
      expect(await rename(unseen)).toBeNull();
    expect(await rename("Zoë \u{1f468}\u200d\u{1f33e}❤\ufe0f")).toBe("Zoë \u{1f468}\u200d\u{1f33e}❤\ufe0f");
    // A variant of a character in names.
    expect(await rename("葛\u{e0100}城")).toBe("葛\u{e0100}城");
    expect(await rename("\u061cA\u206a\u3164B")).toBe("A B");
    expect((await ada.client.rpc("set_own_display_name", { p_name: "a".repeat(101) })).error).not.toBeNull();
    expect((await grace.client.from("profiles").select("display_name")).data).toEqual([
      { display_name: null },
    ]);
    const change = { display_name: "Eve", created_at: "2000-01-01" };
    await ada.client.from("profiles").update(change).eq("user_id", ada.id);
    await ada.client.from("profiles").update(change).eq("user_id", grace.id);
    expect(await sql`select from profiles where display_name = 'Eve'`).toHaveLength(0);
  });

  test("what cannot be seen stays out of the display name of a sign-up", async () => {
    const { client } = await signUp(api, "\u202eroot\u0007\u200b admin");
    expect((await client.from("profiles").select("display_name")).data).toEqual([
      { display_name: "root admin" },
    ]);
  });

  test("an account sees its own sessions: this one first, then the latest active, with what is known of each", async () => {
    const own = sessionOf(ada.token);
    const old = await addSession(ada.id);
    const active = await addSession(ada.id, new Date());
    await addSession(grace.id);
    await record(own).throwOnError();
    await record(active, { device: "Safari on iPhone", address: "2001:db8::1" }).throwOnError();
    const { data } = await ada.client.rpc("own_sessions").throwOnError();
    expect(data).toMatchObject([
      { id: own, is_current: true, device: "Firefox on Linux", address: "192.0.2.7" },
      { id: active, is_current: false, device: "Safari on iPhone", address: "2001:db8::1" },
      { id: old, is_current: false, device: null, address: null },
    ]);
    const ages = data.map((session) => Math.round(Date.now() / 1000 - session.last_active_at));
    expect(ages.map((age) => age < 3600)).toEqual([true, true, false]);
  });

  test("an account ends its own sessions and no others; what is known of them goes as well", async () => {
    const [mine, theirs] = [await addSession(ada.id), await addSession(grace.id)];
    await record(mine).throwOnError();
    const end = async (session: string) =>
      (await ada.client.rpc("end_own_session", { p_session: session }).throwOnError()).data;
    expect([await end(mine), await end(mine), await end(theirs)]).toEqual([true, false, false]);
    expect(await sql`select from auth.sessions where id = ${theirs}`).toHaveLength(1);
    expect(await sql`select from private.session_details where session_id = ${mine}`).toHaveLength(0);
  });

  test("the token of a session that was ended reads and changes nothing any more", async () => {
    const [lecture] = await sql`select id from lectures order by id limit 1`;
    const progress = () => ada.client.from("user_progress");
    const row = { user_id: ada.id, record_id: Number(lecture?.id), completed: true };
    await progress().insert(row).throwOnError();
    expect((await progress().select("record_id")).data).toHaveLength(1);
    await sql`insert into user_roles values (${ada.id}, 'user')`;
    const read = (table: "profiles" | "user_roles") => ada.client.from(table).select("user_id");
    for (const table of ["profiles", "user_roles"] as const)
      expect((await read(table)).data, table).toHaveLength(1);
    const other = await addSession(ada.id);
    await ada.client.rpc("end_own_session", { p_session: sessionOf(ada.token) }).throwOnError();

    expect((await progress().select("record_id")).data ?? []).toEqual([]);
    for (const table of ["profiles", "user_roles"] as const)
      expect((await read(table)).data ?? [], table).toEqual([]);
    expect((await progress().update({ completed: false }).eq("user_id", ada.id).select()).data ?? []).toEqual(
      [],
    );
    expect((await progress().delete().eq("user_id", ada.id).select()).data ?? []).toEqual([]);
    // The app recognises an ended session by this error code.
    expect((await progress().upsert(row)).error?.code).toBe("42501");
    expect(typeof (await ada.client.rpc("own_role")).data).not.toBe("string");
    expect((await ada.client.rpc("own_sessions")).data ?? []).toEqual([]);
    expect((await ada.client.rpc("end_own_session", { p_session: other })).data ?? false).toBe(false);
    const calls = [
      ada.client.rpc("my_learning", { p_offset: 0, p_limit: 10 }),
      ada.client.rpc("course_progress", { p_course_name: "Any" }),
      ada.client.rpc("continue_watching", { p_limit: 10 }),
      ada.client.rpc("list_notes", { p_course_name: "Any", p_offset: 0, p_limit: 10 }),
      ada.client.rpc("set_own_display_name", { p_name: "Eve" }),
      ada.client.rpc("dismiss_course", { p_course_name: "Any" }),
      ada.client.rpc("forget_watching"),
      ada.client.rpc("delete_note", { p_id: crypto.randomUUID() }),
    ];
    for (const call of calls) expect((await call).error?.code).toBe("42501");
    expect(await sql`select from user_progress where user_id = ${ada.id} and completed`).toHaveLength(1);
    expect(await sql`select from auth.sessions where id = ${other}`).toHaveLength(1);
    expect(await sql`select from profiles where user_id = ${ada.id} and display_name = 'Ada'`).toHaveLength(
      1,
    );
  });

  test("the token of an administrator's session that was ended opens nothing of the console", async () => {
    await sql`insert into user_roles values (${ada.id}, 'admin')`;
    const isAdmin = async () => (await ada.client.rpc("own_role")).data === "admin";
    const lecture = { "Course Name": "No such course", "lecture name": "none" };
    const answers = () =>
      Promise.all([
        ada.client.from("import_jobs").select("id"),
        ada.client.rpc("admin_users", { p_query: "", p_role: "", p_offset: 0, p_limit: 50 }),
      ]);
    expect(await isAdmin()).toBe(true);
    expect((await answers()).map(({ error }) => error)).toEqual([null, null]);
    await sql`delete from auth.sessions where id = ${sessionOf(ada.token)}`;
    expect(await isAdmin()).toBe(false);
    for (const { data } of await answers()) expect(data ?? []).toEqual([]);
    expect((await ada.client.from("lectures").insert(lecture)).error).not.toBeNull();
    await sql`delete from user_roles where user_id = ${ada.id}`;
  });

  test("a session by a link to set a new password is one for a quarter of an hour", async () => {
    const own = sessionOf(ada.token);
    const isRecovering = async () => (await ada.client.rpc("is_recovering").throwOnError()).data;
    expect(await isRecovering()).toBe(false);
    await record(own, { byLink: true }).throwOnError();
    expect(await isRecovering()).toBe(true);
    expect((await grace.client.rpc("is_recovering").throwOnError()).data).toBe(false);
    await sql`
      update private.session_details set recorded_at = now() - interval '16 minutes' where session_id = ${own}`;
    expect(await isRecovering()).toBe(false);
    await record(own, { byLink: true }).throwOnError();
    expect(await isRecovering()).toBe(true);
    await record(own).throwOnError();
    expect(await isRecovering()).toBe(false);
  });

  test("what is known of a session is written by the installation alone", async () => {
    const session = sessionOf(ada.token);
    const details = { p_session: session, p_device: "mine", p_address: "", p_is_recovery: true };
    for (const client of [clientOf(api), ada.client, grace.client])
      expect((await client.rpc("record_session", details)).error).not.toBeNull();
    expect(await sql`select from private.session_details where session_id = ${session}`).toHaveLength(0);
  });
});
