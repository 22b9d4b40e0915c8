import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";
import { prepareImportJobs } from "./import-jobs.ts";

const { listImportJobs } = await import("../../lib/lecture-import/jobs.server.ts");

describeOnEachApi("import jobs", (api, sql) => {
  const { addJob, stored } = prepareImportJobs(api, sql);

  test("cannot be claimed or changed by visitors or accounts", async () => {
    const id = await addJob();
    const p_worker = randomUUID();
    for (const client of [clientOf(api), (await signUp(api)).client]) {
      const refused = [
        await client.rpc("claim_import_job", { p_worker }),
        await client.rpc("renew_import_lease", { p_job: id, p_worker }),
        await client.rpc("write_import_batch", { p_job: id, p_worker, p_position: 0, p_rows: "[]" }),
        await client.rpc("finish_import_job", { p_job: id, p_worker }),
        await client.rpc("release_import_job", { p_job: id, p_worker }),
        await client.rpc("retry_import_job", { p_job: id }),
      ];
      for (const { error } of refused) expect(error).not.toBeNull();
      expect((await client.from("import_jobs").select("id")).data ?? []).toEqual([]);
    }
    expect((await stored(id))?.status).toBe("pending");
  });

  test("name a file as an upload names it, and nothing else that the server could open", async () => {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const add = (path: string) => {
      const file = { file_path: path, file_name: "x.csv", file_size: 1 };
      return admin.client.from("import_jobs").insert({ ...file, user_id: admin.id, mode: "check" });
    };
    for (const path of [
      "../../rest/v1/notes?select=body",
      "data/../x.csv",
      "data/x.csv",
      "1700000000000-a/b.csv",
      "",
    ])
      expect((await add(path)).error?.code, path).toBe("42501");
    const path = `1700000000000-${randomUUID()}.csv`;
    expect((await add(path)).error).toBeNull();
    await sql`delete from import_jobs where file_path = ${path}`;
  });

  test("replace edited cells and remove lectures only after a check", async () => {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const file_path = `1700000000000-${randomUUID()}.csv`;
    const add = (values: object) =>
      admin.client.from("import_jobs").insert({ user_id: admin.id, file_path, file_size: 1, ...values });
    for (const choice of [{ overwrites_edits: true }, { removes_missing: true }])
      expect((await add(choice)).error?.code).toBe("42501");
    expect((await add({ mode: "check" })).error).toBeNull();
    const [check] = await sql`select id from import_jobs where file_path = ${file_path}`;
    expect(
      (await add({ check_id: check?.id, overwrites_edits: true, removes_missing: true })).error,
    ).toBeNull();
    await sql`delete from import_jobs where file_path = ${file_path}`;
  });

  test("begin as pending", async () => {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const file_path = `1700000000000-${randomUUID()}.csv`;
    const add = (status: string) =>
      admin.client
        .from("import_jobs")
        .insert({ user_id: admin.id, file_path, file_size: 1, status })
        .select("id");
    for (const status of ["processing", "completed", "failed"])
      expect((await add(status)).error?.code, status).toBe("42501");
    expect((await add("pending")).data).toHaveLength(1);
    await sql`delete from import_jobs where file_path = ${file_path}`;
  });

  test("are shown to an administrator as a history, the newest first, a page at a time, and the one that goes on", async () => {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    for (let day = 1; day <= 25; day++) {
      await addJob({ created_at: new Date(Date.UTC(2037, 0, day)), status: "completed", total_rows: 0 });
    }
    // These dates come after the 25 jobs and before jobs that other tests leave at the same time.
    const installations = { user_id: null, file_path: `data/${randomUUID()}.csv` };
    await addJob({
      ...installations,
      created_at: new Date(Date.UTC(2036, 11, 31)),
      status: "completed",
      total_rows: 0,
    });
    await addJob({ ...installations, file_path: `data/${randomUUID()}.csv`, created_at: "2036-12-30" });
    const open = await addJob({ created_at: "2036-12-29" });
    const first = await listImportJobs(admin.client, { page: 1 });
    expect(first.jobs.map(({ createdAt }) => new Date(createdAt).getUTCDate())).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
    const second = await listImportJobs(admin.client, { page: 2 });
    expect(second.jobs.slice(0, 5).map(({ createdAt }) => new Date(createdAt).getUTCDate())).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(first.total).toBeGreaterThanOrEqual(25);
    expect(second.jobs.some(({ byInstallation }) => byInstallation)).toBe(true);
    const behind = await listImportJobs(admin.client, { page: 1000 });
    expect([behind.jobs, behind.total]).toEqual([[], first.total]);
    expect([first, second, behind].map(({ openJob }) => openJob?.id)).toEqual([open, open, open]);
  });
});
