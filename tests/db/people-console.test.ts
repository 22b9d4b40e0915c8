import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { giveRole, listLogEvents, listUsers, readLog } from "../../lib/admin/people.server.ts";
import { type AccountRole, accountRoles, isEnough } from "../../lib/auth/roles.ts";
import { clientOf, describeOnEachApi, onDatabase, signUp } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

describeOnEachApi("accounts, roles and the log in the console", (api, sql) => {
  type Person = Awaited<ReturnType<typeof signUp>>;
  const people = {} as Record<AccountRole, Person>;
  const mark = `m${randomUUID().slice(0, 8)}`;

  beforeAll(async () => {
    for (const role of accountRoles) {
      people[role] = await signUp(api, `${role} ${mark}`);
      if (role !== "user") await sql`insert into user_roles values (${people[role].id}, ${role})`;
    }
  });
  const newAccount = () => signUp(api, "Someone");
  const roleOf = async (id: string) =>
    (await sql`select role from user_roles where user_id = ${id}`)[0]?.role ?? "user";
  const lastEntryOf = async (person: string) =>
    (await readLog(people.admin.client, { what: "", person, before: 0 })).entries[0];

  test.each(accountRoles)("the role %s opens these functions and no others", async (role) => {
    const { client } = people[role];
    const page = { p_offset: 0, p_limit: 1 };
    const rowsOf = async (answer: PromiseLike<{ data: unknown[] | null }>) =>
      ((await answer).data?.length ?? 0) > 0;
    const isRefused = async (answer: PromiseLike<{ error: { code: string } | null }>) =>
      (await answer).error?.code === "42501";
    expect((await client.rpc("own_role")).data).toBe(role);
    const isViewer = isEnough(role, "viewer");
    expect(await rowsOf(client.rpc("admin_counts")), "counts").toBe(isViewer);
    expect(await rowsOf(client.rpc("admin_dashboard")), "dashboard").toBe(isViewer);
    expect(await rowsOf(client.rpc("admin_lectures", { p_query: "", ...page })), "lectures").toBe(isViewer);
    expect(await rowsOf(client.rpc("admin_imports", page)), "imports").toBe(isViewer);
    expect(await rowsOf(client.rpc("admin_videos", page)), "videos").toBe(isViewer);
    const isEditor = isEnough(role, "editor");
    const video = { p_video: "zzzzzzzzzzz" };
    expect(await isRefused(client.rpc("review_video", { ...video, p_verdict: "fine" })), "review").toBe(
      !isEditor,
    );
    expect(await isRefused(client.rpc("replace_video", { ...video, p_by: "bbbbbbbbbbb" })), "replace").toBe(
      !isEditor,
    );
    const isAdmin = role === "admin";
    expect(await rowsOf(client.rpc("admin_users", { p_query: "", p_role: "", ...page })), "users").toBe(
      isAdmin,
    );
    const log = { p_what: "", p_person: "", p_before: 0, p_limit: 1 };
    expect(await rowsOf(client.rpc("admin_log", log)), "log").toBe(isAdmin);
    expect(await rowsOf(client.rpc("admin_log_events")), "events").toBe(isAdmin);
    const gift = { p_account: people[role].email, p_role: "admin" };
    expect(await isRefused(client.rpc("give_role", gift)), "roles").toBe(!isAdmin);
    expect(await roleOf(people[role].id)).toBe(role);
  });

  test("the dashboard counts accounts for every role of the console", async () => {
    const [{ count } = { count: 0 }] = await sql`select count(*)::int from profiles`;
    for (const role of ["viewer", "editor", "admin"] as const)
      expect((await people[role].client.rpc("admin_counts")).data?.[0]?.users, role).toBe(count);
  });

  test("administrators give roles by e-mail in any letter case, or by id, and the account has them at once", async () => {
    const { email, id, client } = await newAccount();
    const roleNow = async () => (await client.rpc("own_role")).data;
    expect(await giveRole(people.admin.client, ` ${email.toUpperCase()}`, "editor")).toBe("changed");
    expect(await roleNow()).toBe("editor");
    expect(await giveRole(people.admin.client, id, "viewer")).toBe("changed");
    expect(await roleNow()).toBe("viewer");
    expect(await giveRole(people.admin.client, id, "viewer")).toBe("unchanged");
    expect(await giveRole(people.admin.client, email, "user")).toBe("changed");
    expect(await roleNow()).toBe("user");
    expect(await giveRole(people.admin.client, "nobody@example.com", "admin")).toBe("unknown");
    expect(await giveRole(people.admin.client, randomUUID(), "admin")).toBe("unknown");
  });

  test("the log tells who gave what to whom", async () => {
    const { email, id } = await newAccount();
    await giveRole(people.admin.client, email, "editor");
    expect(await lastEntryOf(email)).toMatchObject({
      event: "role changed",
      actor: { id: people.admin.id, email: people.admin.email, name: `admin ${mark}` },
      account: { id, email, name: "Someone" },
      details: { from: "user", to: "editor" },
    });
  });

  test("accounts are found by a part of their e-mail or name, in any letter case", async () => {
    const find = async (query: string, role: AccountRole | "" = "") => {
      const { rows, matches, total } = await listUsers(people.admin.client, 1, { query, role });
      expect(total).toBeGreaterThanOrEqual(matches);
      return rows.map(({ email }) => email).sort();
    };
    const all = Object.values(people)
      .map(({ email }) => email)
      .sort();
    expect(await find(mark.toUpperCase())).toEqual(all);
    expect(await find(`editor ${mark}`)).toEqual([people.editor.email]);
    expect(await find(people.viewer.email.slice(0, -4).toUpperCase())).toEqual([people.viewer.email]);
    expect(await find(mark, "viewer")).toEqual([people.viewer.email]);
    expect(await find("100%_\\")).toEqual([]);
    expect((await listUsers(people.admin.client, 9, { query: mark, role: "" })).matches).toBe(all.length);
  });

  test("the log is read newest first, a page behind the other, by event, kind and person", async () => {
    const { id, email } = await newAccount();
    const add = (event: string, count: number) => sql`
      insert into private.audit_log (event, account_id) select ${event}, ${id} from generate_series(1, ${count})`;
    await add("account locked", 30);
    await add("role changed", 40);
    const ids: number[] = [];
    for (let before = 0; ; before = ids.at(-1)!) {
      const { entries, hasMore } = await readLog(people.admin.client, { what: "", person: email, before });
      ids.push(...entries.map((entry) => entry.id));
      if (!hasMore) break;
    }
    const all = await sql`select id::int from private.audit_log where account_id = ${id} order by id desc`;
    expect(ids).toEqual(all.map((row) => row.id));
    expect(ids).toHaveLength(70);
    const count = async (what: string, person: string) =>
      (await readLog(people.admin.client, { what, person, before: 0 })).entries.length;
    expect(await count("account locked", email)).toBe(30);
    expect(await count("Roles", email.toUpperCase())).toBe(40);
    expect(await count("no such event", email)).toBe(0);
    expect(await count("", `nobody ${mark}`)).toBe(0);
    await sql`delete from auth.users where id = ${id}`;
    expect([await count("Roles", id), await count("Roles", email)]).toEqual([40, 0]);
    expect((await lastEntryOf(id))?.account).toEqual({ id, email: null, name: null });
  });

  test("events come with their kinds", async () => {
    expect(await listLogEvents(people.admin.client)).toContainEqual({ event: "role changed", kind: "Roles" });
  });

  onDatabase(api, () => {
    test("accounts are found by a new name and a new address, and no longer by the old ones", async () => {
      const { email, id, client } = await newAccount();
      const name = `Renamed ${randomUUID()}`;
      const count = async (query: string) =>
        (await listUsers(people.admin.client, 1, { query, role: "" })).matches;
      await client.rpc("set_own_display_name", { p_name: name }).throwOnError();
      const newEmail = `new-${randomUUID()}@example.com`;
      const change = { p_account: id, p_email: newEmail };
      await clientOf(api, "secretKey").rpc("set_account_email", change).throwOnError();
      expect([await count(name), await count(newEmail), await count(email)]).toEqual([1, 1, 0]);
      await clientOf(api, "secretKey").rpc("delete_account", { p_account: id }).throwOnError();
      expect(await count(name)).toBe(0);
    });

    test("the log has passwords and addresses that were changed, by whom they were", async () => {
      const { email, id } = await newAccount();
      await sql`update auth.users set email = ${`own-${email}`} where id = ${id}`;
      await sql`update auth.users set encrypted_password = 'x', updated_at = now() where id = ${id}`;
      await sql`update auth.users set last_sign_in_at = now(), email = email where id = ${id}`;
      const change = { p_account: id, p_email: email };
      await clientOf(api, "secretKey").rpc("set_account_email", change).throwOnError();
      const { entries } = await readLog(people.admin.client, { what: "Accounts", person: id, before: 0 });
      expect(entries.map(({ event, isOperators }) => [event, isOperators])).toEqual([
        ["email changed", true],
        ["own password changed", false],
        ["own email changed", false],
      ]);
    });

    test("the log tells what an editor did about a video", async () => {
      const name = `Course ${mark}`;
      const [video, by] = ["abcdefghij1", "abcdefghij2"];
      await insertLectures(sql, [
        lectureRow({
          course_name: name,
          lecture_name: "First",
          youtube: `https://www.youtube.com/embed/${video}`,
        }),
        lectureRow({
          course_name: name,
          lecture_name: "Second",
          youtube: `https://www.youtube.com/embed/${video}`,
        }),
      ]);
      await sql`insert into private.video_health (video_id, state) values (${video}, 'suspected')`;
      const { client, id } = people.editor;
      try {
        for (const p_verdict of ["hidden", "hidden", "fine"])
          await client.rpc("review_video", { p_video: video, p_verdict }).throwOnError();
        await sql`update private.video_health set state = 'gone' where video_id = ${video}`;
        await client.rpc("review_video", { p_video: video, p_verdict: "fine" }).throwOnError();
        await client.rpc("replace_video", { p_video: video, p_by: by }).throwOnError();
        await client.rpc("replace_video", { p_video: video, p_by: by }).throwOnError();
        const { entries } = await readLog(people.admin.client, { what: "Videos", person: id, before: 0 });
        const about = { lecture: "First", lectures: 2, video };
        expect(entries.map(({ event, actor, details }) => [event, actor?.id, details])).toEqual([
          ["video replaced", id, { ...about, by }],
          ["video found to play", id, about],
          ["video shown again", id, about],
          ["video hidden", id, about],
        ]);
      } finally {
        await sql`delete from private.video_health where video_id = ${video}`;
        await removeCourse(sql, name);
      }
    });
  });
});
