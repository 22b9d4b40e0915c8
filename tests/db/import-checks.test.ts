import { expect, onTestFinished, test } from "vitest";
import {
  FIELDS,
  type Field,
  type ImportedLecture,
  KEY_FIELDS,
  OPTIONAL_FIELDS,
} from "../../lib/lecture-import/columns.ts";
import type { Batch } from "../../lib/lecture-import/import-lectures.ts";
import { createBatchChecker, createBatchWriter, type JobRow } from "../../lib/lecture-import/job-queue.ts";
import type { NewImportJob } from "../../lib/lecture-import/jobs.server.ts";
import { clientOf, describeOnDatabase, signUp } from "./apis.ts";
import { insertLectures, lectureRow, newJob, removeCourse, worker } from "./lectures.ts";

const { createCheckedImport, createImportJob, getImportJob } = await import(
  "../../lib/lecture-import/jobs.server.ts"
);

// As many rows as a check shows and therefore compares in full; further rows are compared only by digest.
const CHANGED = Array.from({ length: 200 }, (_, n) => `Changed ${n}`);
const NEW = Array.from({ length: 200 }, (_, n) => `New ${n}`);
const shown = { new: 200, changed: 200 };

describeOnDatabase("a check", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const batchOf = (lectures: ImportedLecture[]): Batch => ({
    ok: true,
    position: 0,
    lectures,
    rejections: [],
  });
  const heldJob = (id: string) => ({ row: { id, processed_rows: 0 } as JobRow, worker });

  /** A function that checks batches in the same way as `importLectures`. */
  function checkOf(job: ReturnType<typeof heldJob>) {
    const { prepareBatch, writeBatch } = createBatchChecker(service, job);
    return (batch: Batch) => {
      prepareBatch(batch);
      return writeBatch(batch);
    };
  }

  /** The result of a check of rows, and how many rows of each kind it shows; a later import must agree. */
  async function checked(lectures: ImportedLecture[]) {
    const check = await newJob(sql, "check");
    const { inserted, updated, unchanged } = await checkOf(heldJob(check))(batchOf(lectures));
    const job = await newJob(sql);
    expect(await createBatchWriter(service, heldJob(job)).writeBatch(batchOf(lectures))).toMatchObject({
      inserted,
      updated,
      unchanged,
    });
    const shownByKind = await sql`
      select kind, count(*)::int from import_differences where job_id = ${check} group by kind order by kind`;
    return {
      inserted,
      updated,
      unchanged,
      shown: Object.fromEntries(shownByKind.map((row) => Object.values(row))),
    };
  }

  /** Makes lectures with a value in every cell; their course is removed after the test. */
  function lecturesOf(course_name: string) {
    onTestFinished(() => removeCourse(sql, course_name));
    return (lecture_name: string, cells: Partial<ImportedLecture> = {}): ImportedLecture => ({
      ...(Object.fromEntries(FIELDS.map((field) => [field, `Some ${field}`])) as Record<Field, string>),
      ...{ course_name, lecture_name, lecture_number: 1, course_description: "Über\nalles" },
      ...{ image: "https://example.org/a.png", youtube: "https://www.youtube.com/embed/abcdefghijk" },
      ...{ view_rate: 0.00001, views: 2e15 },
      ...cells,
    });
  }

  test("tells new, changed and unchanged rows apart by any cell", async () => {
    const lecture = lecturesOf(`Checked ${api.name}`);
    const others: Partial<ImportedLecture>[] = FIELDS.filter((field) => !/_name$|number/.test(field)).flatMap(
      (field) => [{ [field]: null }, ...(field === "views" || field === "view_rate" ? [{ [field]: 7 }] : [])],
    );
    const stored = [
      ...CHANGED.map((name) => lecture(name)),
      lecture("same"),
      lecture("same without", { instructor: null }),
      // The same texts in other columns count as a change.
      lecture("moved", { instructor: null, institution: "Jane Doe" }),
      ...others.map((_, n) => lecture(`${n}`)),
    ];
    await insertLectures(sql, stored);
    const again = [
      ...CHANGED.map((name) => lecture(name, { views: 1 })),
      ...NEW.map((name) => lecture(name)),
      lecture("same"),
      lecture("same without", { instructor: null }),
      lecture("moved", { instructor: "Jane Doe", institution: null }),
      ...others.map((cells, n) => lecture(`${n}`, cells)),
      lecture("new"),
    ];
    expect(await checked(again)).toEqual({
      inserted: 201,
      updated: 201 + others.length,
      unchanged: 2,
      shown,
    });
    expect(await checked(again)).toEqual({ inserted: 0, updated: 0, unchanged: again.length, shown: {} });
  });

  test("counts rows with the longest cells and unusual numbers as unchanged", async () => {
    const lecture = lecturesOf(`Long ${api.name}`);
    const long = (length: number) => "🎉".repeat(length);
    const texts = {
      course_description: long(10_000),
      subject: long(100),
      instructor: long(2_000),
      institution: long(250),
      seo_slug: long(250),
      image: `https://example.org/${long(1_980)}`,
      keywords: long(5_000),
    };
    const numbers = [0, -0, 1e-300, 0.1 + 0.2, -12.5, 1e12, 123456789.125];
    const rows = [
      lecture("long", texts),
      ...numbers.map((view_rate, n) => lecture(`${n}`, { view_rate, views: Number.MAX_SAFE_INTEGER - n })),
      lecture("without a number", { lecture_number: null, view_rate: null, views: 0 }),
    ];
    await insertLectures(sql, [...CHANGED.map((name) => lecture(name)), ...rows]);
    const again = [...CHANGED.map((name) => lecture(name, { views: 1 })), ...rows];
    expect(await checked(again)).toMatchObject({ updated: CHANGED.length, unchanged: rows.length });
  });

  test("passes over columns that the file is without", async () => {
    const lecture = lecturesOf(`Checked in part ${api.name}`);
    await insertLectures(
      sql,
      [...CHANGED, "a", "b"].map((name) => lecture(name)),
    );
    const absent: readonly Field[] = OPTIONAL_FIELDS.filter((field) => field !== "subject");
    const rows = [
      ...CHANGED.map((name) => lecture(name, { subject: "Another" })),
      ...NEW.map((name) => lecture(name)),
      ...[lecture("a"), lecture("b", { subject: "Another" }), lecture("c")],
    ].map((cells) => {
      const present = Object.entries(cells).filter(([field]) => !absent.includes(field as Field));
      return Object.fromEntries(present) as ImportedLecture;
    });
    expect(await checked(rows)).toEqual({ inserted: 201, updated: 201, unchanged: 1, shown });
  });

  test("knows lectures that were edited or renamed by hand, and such as a file has twice", async () => {
    const lecture = lecturesOf(`Checked by hand ${api.name}`);
    await insertLectures(
      sql,
      ["edited", "renamed", "twice"].map((name) => lecture(name)),
    );
    const job = await newJob(sql);
    const ids =
      await sql`select id, "lecture name" as name from lectures where "Course Name" = ${lecture("").course_name}`;
    const idOf = (name: string) => ids.find((row) => row.name === name)?.id;
    await sql`update lectures set "Keywords" = 'by hand' where id = ${idOf("edited")}`;
    await sql`insert into private.lecture_edits values (${idOf("edited")}, 'Keywords', ${job})`;
    await sql`update lectures set "lecture name" = 'another' where id = ${idOf("renamed")}`;
    const { course_name, lecture_number } = lecture("");
    await sql`
      insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, job_id)
      values (${course_name}, 'renamed', ${lecture_number}, ${idOf("renamed")}, ${job})`;

    expect(
      await checked([
        lecture("twice"),
        lecture("edited"),
        lecture("renamed"),
        lecture("another", { views: 5 }),
        lecture("new twice"),
        lecture("twice", { views: 3 }),
        lecture("new twice"),
      ]),
    ).toEqual({
      ...{ inserted: 1, updated: 2, unchanged: 4 },
      shown: { new: 1, changed: 2, edited: 1 },
    });
  });

  test("shows a changed lecture with every cell, as it is and as it will be", async () => {
    const stored = lecturesOf(`Shown ${api.name}`)("shown");
    await insertLectures(sql, [stored]);
    const others = FIELDS.filter((field) => !KEY_FIELDS.includes(field)).map((field) => [
      field,
      `Other ${field}`,
    ]);
    const row: ImportedLecture = {
      ...stored,
      ...Object.fromEntries(others),
      ...{ image: "https://example.org/b.png", youtube: "https://www.youtube.com/embed/bbbbbbbbbbb" },
      ...{ view_rate: 7, views: 7 },
    };
    const check = await newJob(sql, "check");
    await checkOf(heldJob(check))(batchOf([row]));
    const differences = await sql`select before, after from import_differences where job_id = ${check}`;
    expect(differences).toEqual([{ before: stored, after: row }]);
  });

  test("shows what a row takes the place of further up in the file", async () => {
    const lecture = lecturesOf(`Checked thrice ${api.name}`);
    await insertLectures(sql, [lecture("a", { views: 1 })]);
    const check = await newJob(sql, "check");
    await checkOf(heldJob(check))(
      batchOf(
        [2, 3, 3].map((views) => lecture("a", { views })).concat(lecture("b"), lecture("b", { views: 4 })),
      ),
    );
    expect(
      await sql`
        select (before ->> 'views')::bigint::text as before, (after ->> 'views')::bigint::text as after
        from import_differences where job_id = ${check} and kind = 'changed' order by nth`,
    ).toEqual([
      { before: "1", after: "2" },
      { before: "2", after: "3" },
      { before: "2000000000000000", after: "4" },
    ]);
    expect(await sql`select replacing_rows from import_jobs where id = ${check}`).toEqual([
      { replacing_rows: 2 },
    ]);
  });

  test("tells how many lectures lose what is to be emptied, and an import of the check empties it", async () => {
    const lecture = lecturesOf(`Checked and emptied ${api.name}`);
    const { course_name } = lecture("");
    await insertLectures(sql, [
      ...CHANGED.map((name) => lecture(name)),
      ...["far behind", "edited in both", "edited in one"].map((name) => lecture(name)),
      lecture("nothing there", { keywords: null, image: null }),
    ]);
    const job = await newJob(sql);
    await sql`
      insert into private.lecture_edits (lecture_id, field, job_id)
      select l.id, f, ${job} from lectures l cross join unnest(array['Keywords', 'Image']) f
      where l."Course Name" = ${course_name}
        and (l."lecture name" = 'edited in both' or l."lecture name" = 'edited in one' and f = 'Image')`;
    const rows = [
      ...[...CHANGED, "far behind", "edited in both", "edited in one", "nothing there"],
      "new",
    ].map((name) => lecture(name, { keywords: null, image: null }));
    const emptied = ["keywords", "image"];
    const check = await newJob(sql, "check", { emptied });
    await checkOf(heldJob(check))(batchOf(rows));
    expect(
      await sql`
        select updated_rows, edited_rows, emptied_rows, emptied_edited_rows from import_jobs where id = ${check}`,
    ).toEqual([{ updated_rows: 202, edited_rows: 2, emptied_rows: 202, emptied_edited_rows: 1 }]);

    const kept = async () =>
      (
        await sql`
          select "lecture name" as name from lectures
          where "Course Name" = ${course_name} and ("Keywords" is not null or "Image" is not null)
          order by "lecture name"`
      ).map(({ name }) => name);
    await createBatchWriter(service, heldJob(await newJob(sql, "import", { emptied }))).writeBatch(
      batchOf(rows),
    );
    expect(await kept()).toEqual(["edited in both", "edited in one"]);
    const overwriting = await newJob(sql, "import", { emptied });
    await sql`update import_jobs set overwrites_edits = true where id = ${overwriting}`;
    await createBatchWriter(service, heldJob(overwriting)).writeBatch(batchOf(rows));
    expect(await kept()).toEqual([]);
  });

  test("takes no rows that have what is to be emptied, or that would keep it", async () => {
    const { keywords: _, ...without } = lectureRow() as ImportedLecture;
    for (const [mode, create] of [
      ["check", checkOf],
      ["import", (job: ReturnType<typeof heldJob>) => createBatchWriter(service, job).writeBatch],
    ] as const) {
      const held = heldJob(await newJob(sql, mode, { emptied: ["keywords"] }));
      for (const row of [without, { ...without, keywords: "a" }])
        await expect(create(held)(batchOf([row]))).rejects.toThrow("were not stored");
    }
  });

  test("counts a batch of rejected rows alone, also where something is to be emptied", async () => {
    const rejections = [{ rowNumber: 2, faults: [{ column: "youtube", value: "x", reason: "No" }] }];
    for (const [mode, create] of [
      ["check", checkOf],
      ["import", (job: ReturnType<typeof heldJob>) => createBatchWriter(service, job).writeBatch],
    ] as const) {
      const held = heldJob(await newJob(sql, mode, { emptied: ["subject"] }));
      expect(await create(held)({ ...batchOf([]), rejections })).toMatchObject({ rejected: 1, inserted: 0 });
    }
  });

  test("may empty only known fields without a chosen column, and its import empties the same", async () => {
    const editor = await signUp(api);
    await sql`insert into user_roles values (${editor.id}, 'editor')`;
    const file = {
      userId: editor.id,
      filePath: `1700000000000-${crypto.randomUUID()}.csv`,
      fileName: "a.csv",
      fileSize: 1,
    };
    onTestFinished(async () => {
      await sql`delete from import_jobs where file_path = ${file.filePath}`;
    });
    const add = (values: Partial<NewImportJob>) => createImportJob(editor.client, { ...file, ...values });
    for (const emptied of [["youtube"], ["lecture_name"], ["views; --"], ["subject"]] as Field[][])
      await expect(add({ mode: "check", fields: ["course_name", "subject"], emptied })).rejects.toThrow();
    await expect(add({ mode: "import", emptied: ["subject"] })).rejects.toThrow();

    const check = await add({ mode: "check", emptied: ["subject", "image"] });
    // The same request, sent again because its response was lost.
    expect(await add({ mode: "check", emptied: ["subject", "image"] })).toBe(check);
    await expect(add({ checkId: check, emptied: ["subject"] })).rejects.toThrow();
    await sql`update import_jobs set status = 'completed', total_rows = 0 where id = ${check}`;
    const choices = { userId: editor.id, overwritesEdits: false, removesMissing: false };
    const id = await createCheckedImport(editor.client, { ...choices, checkId: check });
    expect((await getImportJob(editor.client, String(id)))?.emptied).toEqual(["subject", "image"]);
  });

  test("shows the first 200 that are new and that are changed", async () => {
    const lecture = lecturesOf(`Checked at length ${api.name}`);
    const names = Array.from({ length: 500 }, (_, n) => `Lecture ${n}`);
    await insertLectures(
      sql,
      names.slice(0, 250).map((name) => lecture(name)),
    );
    expect(await checked(names.map((name) => lecture(name, { views: 1 })))).toEqual({
      ...{ inserted: 250, updated: 250, unchanged: 0 },
      shown,
    });
  });
});
