import type postgres from "postgres";
import { expect } from "vitest";
import { signUp } from "./apis.ts";
import { prepareImportJobs } from "./import-jobs.ts";
import type { Api } from "./start-backends.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");

type Outcome = { outcome: string; job?: string; id?: number };

/** Prepares imports, and editors who correct the imported lectures. */
export function prepareCorrections(api: Api, sql: postgres.Sql) {
  const jobs = prepareImportJobs(api, sql);
  const { service, upload, stored, claim } = jobs;

  /** Works on a job until it is done. */
  async function complete(id: string) {
    expect(await runJob(service, await claim(id))).toBe("completed");
    return stored(id);
  }

  async function editor() {
    const account = await signUp(api);
    await sql`insert into user_roles values (${account.id}, 'editor')`;
    const { client } = account;
    const read = async (answer: PromiseLike<{ data: unknown; error: { message: string } | null }>) => {
      const { data, error } = await answer;
      if (error) throw new Error(error.message);
      return data as Outcome;
    };
    const lecture = async (id: number) =>
      (await read(client.rpc("admin_lecture", { p_id: id }))) as unknown as {
        cells: Record<string, unknown>;
        version: string;
        edited: string[];
      };
    const courseVersion = async (name: string) =>
      ((await client.rpc("admin_course", { p_course: name })).data as { version: string } | null)?.version ??
      "";
    return {
      ...account,
      lecture,
      edit: async (id: number, cells: object, version?: string) =>
        read(
          client.rpc("edit_lecture", {
            p_id: id,
            p_version: version ?? (await lecture(id)).version,
            p_cells: JSON.stringify(cells),
          }),
        ),
      add: (cells: object) => read(client.rpc("add_lecture", { p_cells: JSON.stringify(cells) })),
      remove: (...ids: number[]) => read(client.rpc("delete_lectures", { p_ids: ids })),
      courseVersion,
      editCourse: async (name: string, cells: object, version?: string) =>
        read(
          client.rpc("edit_course", {
            p_course: name,
            p_version: version ?? (await courseVersion(name)),
            p_cells: JSON.stringify(cells),
          }),
        ),
      preview: (from: string, into: string) =>
        read(client.rpc("merge_preview", { p_from: from, p_into: into })),
      merge: (from: string, into: string) =>
        read(client.rpc("merge_courses", { p_from: from, p_into: into })),
      move: (ids: number[], to: string) => read(client.rpc("move_lectures", { p_ids: ids, p_course: to })),
      renameSubject: (from: string, to: string) =>
        read(client.rpc("rename_subject", { p_from: from, p_to: to })),
      undo: async (job: string | undefined) => {
        const undo = await read(client.rpc("undo_import", { p_job: String(job) }));
        return complete(String(undo));
      },
    };
  }

  async function run(bytes: Uint8Array<ArrayBuffer>, values: object = {}) {
    return complete(await upload(bytes, values));
  }

  const rowsOf = async (name: string) =>
    (
      await sql`
        select id::int, "Lecture Number" as number, "lecture name" as name, "Subject" as subject, "Keywords" as keywords
        from lectures where "Course Name" = ${name} order by "Lecture Number", id`
    ).map((row) => ({ ...row })) as {
      id: number;
      number: number;
      name: string;
      subject: string;
      keywords: string;
    }[];

  return { ...jobs, complete, editor, run, rowsOf };
}
