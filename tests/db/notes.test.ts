import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { isLongForm } from "../long-form.ts";
import { clientOf, describeOnEachApi, onDatabase, pointAppAt, signUp } from "./apis.ts";
import { deleteDuring } from "./call-during.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const [COURSE, OTHER] = ["Noted one", "Noted two"];
const videoOf = (n: number) => `video-${String(n).padStart(5, "0")}`;
const row = (course_name: string, n: number) =>
  lectureRow({
    course_name,
    lecture_number: n,
    lecture_name: `Lecture ${n}`,
    youtube: `https://www.youtube.com/embed/${videoOf(n)}`,
    institution: "MIT",
  });

describeOnEachApi("notes", (api, sql) => {
  let ada: Awaited<ReturnType<typeof signUp>>;
  let queries: typeof import("../../lib/notes/queries.server.ts");

  beforeAll(async () => {
    pointAppAt(api);
    queries = await import("../../lib/notes/queries.server.ts");
  });
  beforeEach(async () => {
    await insertLectures(sql, [row(COURSE, 1), row(COURSE, 2), row(OTHER, 1)]);
    ada = await signUp(api);
  });
  afterAll(() => removeCourse(sql, COURSE, OTHER));

  const lectureId = async (course: string, n: number) => {
    const [lecture] = await sql`
      select id from lectures where "Course Name" = ${course} and "Lecture Number" = ${n}`;
    return Number(lecture?.id);
  };
  const note = async (n: number, more: object = {}, course = COURSE) => ({
    recordId: await lectureId(course, n),
    videoId: videoOf(n),
    courseName: course,
    lectureName: `Lecture ${n}`,
    seconds: 60,
    until: null,
    body: "A note",
    createdAgo: 0,
    writtenAgo: 0,
    ...more,
  });
  const list = (client = ada.client, course?: string) => queries.listNotes(client, course);

  test("come back in the order of courses, lectures and moments, with what leads to their lectures", async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await queries.saveNote(ada.client, second, await note(2, { until: 90, body: "Ends.\n数学" }));
    await queries.saveNote(ada.client, first, await note(1, { seconds: 5 }));
    await queries.saveNote(ada.client, crypto.randomUUID(), await note(1, {}, OTHER));
    await queries.saveNote(ada.client, crypto.randomUUID(), await note(1, { seconds: 9, body: "" }));
    const notes = await list();
    expect(notes.map(({ courseName, lectureName, seconds }) => [courseName, lectureName, seconds])).toEqual([
      [COURSE, "Lecture 1", 5],
      [COURSE, "Lecture 1", 9],
      [COURSE, "Lecture 2", 60],
      [OTHER, "Lecture 1", 60],
    ]);
    expect((await list(ada.client, COURSE)).map(({ id }) => id)).toEqual([first, notes[1]!.id, second]);
    expect(notes[2]).toEqual({
      id: second,
      recordId: await lectureId(COURSE, 2),
      videoId: videoOf(2),
      courseId: COURSE,
      courseName: COURSE,
      institution: "MIT",
      lectureId: "2",
      lectureName: "Lecture 2",
      seconds: 60,
      until: 90,
      body: "Ends.\n数学",
      createdAt: expect.any(Number),
      version: null,
    });
    expect(Math.abs(notes[2]!.createdAt - Date.now())).toBeLessThan(60_000);
  });

  test("are saved as often as they come, and what was written last stays", async () => {
    const id = crypto.randomUUID();
    const [first, second] = [
      await note(1, { writtenAgo: 9_000 }),
      await note(1, { body: "Later", seconds: 7 }),
    ];
    for (const each of [first, first, second, second, first]) await queries.saveNote(ada.client, id, each);
    expect(await list()).toMatchObject([{ id, body: "Later", seconds: 7 }]);
    await queries.deleteNote(ada.client, id);
    await queries.deleteNote(ada.client, id);
    expect(await list()).toEqual([]);
  });

  test("are an account's own, even where another account uses the same id", async () => {
    const id = crypto.randomUUID();
    await queries.saveNote(ada.client, id, await note(1, { body: "Ada's" }));
    const bob = await signUp(api);
    expect(await list(bob.client)).toEqual([]);
    await queries.deleteNote(bob.client, id);
    await queries.saveNote(bob.client, id, await note(1, { body: "Bob's" }));
    expect(await list()).toMatchObject([{ id, body: "Ada's" }]);
    expect(await list(bob.client)).toMatchObject([{ id, body: "Bob's" }]);
    await bob.client.from("notes").update({ body: "Bob was here" }).eq("user_id", ada.id);
    await bob.client.from("notes").delete().eq("user_id", ada.id);
    expect(await list()).toMatchObject([{ body: "Ada's" }]);
    const forged = { user_id: ada.id, course_name: "c", lecture_name: "l", at_seconds: 1 };
    expect(
      (await bob.client.from("notes").insert({ ...forged, id: crypto.randomUUID() })).error,
    ).not.toBeNull();
    expect(
      (
        await bob.client
          .from("notes")
          .update({ user_id: ada.id } as never)
          .eq("id", id)
      ).error,
    ).not.toBeNull();
    const visitor = clientOf(api);
    expect((await visitor.from("notes").select("*")).data ?? []).toEqual([]);
    expect((await visitor.rpc("save_note", { p_id: id, p_note: "{}" })).error).not.toBeNull();

    await sql`delete from auth.sessions where user_id = ${bob.id}`;
    await expect(queries.saveNote(bob.client, crypto.randomUUID(), await note(1))).rejects.toThrow();
    await expect(list(bob.client)).rejects.toMatchObject({ name: "SessionEndedError" });
  });

  onDatabase(api, () => {
    test("that two devices have changed keep both texts, whatever their clocks say", async () => {
      const id = crypto.randomUUID();
      const [v1, v2, v3, v4] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, ...string[]];
      const save = async (body: string, version: string, basedOn: (string | undefined)[], more = {}) =>
        queries.saveNote(
          ada.client,
          id,
          await note(1, { body, version, basedOn: basedOn.filter(Boolean), ...more }),
        );
      const bodies = async () => (await list()).map(({ body }) => body).sort();
      expect(await save("one", v1, [])).toBe("saved");
      expect(await list()).toMatchObject([{ id, version: v1 }]);
      // The clock of the device was days behind when this was written.
      expect(await save("two", v2!, [v1], { writtenAgo: 3 * 86_400_000 })).toBe("saved");
      expect(await save("one", v1, [])).toBe("saved");
      expect(await bodies()).toEqual(["two"]);
      for (const time of [1, 2]) expect(await save("three", v3!, [v1]), `time ${time}`).toBe("copied");
      expect(await bodies()).toEqual(["three", "two"]);
      const copy = (await list()).find(({ body }) => body === "three")!;
      const longer = { body: "three, and more", version: crypto.randomUUID(), basedOn: [v3!] };
      expect(await queries.saveNote(ada.client, copy.id, await note(1, longer))).toBe("saved");
      expect(await save("three", v3!, [v1])).toBe("copied");
      expect(await bodies()).toEqual(["three, and more", "two"]);
      await queries.saveNote(
        ada.client,
        copy.id,
        await note(1, { ...longer, body: "three", basedOn: [longer.version], version: crypto.randomUUID() }),
      );
      await queries.deleteNote(ada.client, id, [v1]);
      expect(await bodies()).toEqual(["three", "two"]);
      expect(await save("four", v4!, [v3, v2])).toBe("saved");
      expect(await bodies()).toEqual(["four", "three"]);
      await queries.deleteNote(ada.client, id, [v1, v4!]);
      expect(await bodies()).toEqual(["three"]);
    });

    test("keep what was written last of two saves that overlap", async () => {
      const [v1, v2] = [crypto.randomUUID(), crypto.randomUUID()];
      const older = await note(1, { body: "older", version: v1, basedOn: [] });
      const newer = await note(1, { body: "newer", version: v2, basedOn: [v1] });
      for (let time = 0; time < (isLongForm ? 20 : 6); time++) {
        const id = crypto.randomUUID();
        await Promise.all([older, newer].map((each) => queries.saveNote(ada.client, id, each)));
        expect(await list()).toMatchObject([{ id, body: "newer" }]);
        await queries.deleteNote(ada.client, id);
      }
    });

    test("outlive their lecture, and are with it again once it is back", async () => {
      const id = crypto.randomUUID();
      await queries.saveNote(ada.client, id, await note(2));
      await sql`delete from lectures where "Course Name" = ${COURSE} and "Lecture Number" = 2`;
      expect(await list()).toMatchObject([
        {
          id,
          recordId: null,
          courseId: COURSE,
          courseName: COURSE,
          lectureId: null,
          lectureName: "Lecture 2",
        },
      ]);
      await removeCourse(sql, COURSE);
      expect(await list()).toMatchObject([{ id, courseId: null, courseName: COURSE, body: "A note" }]);
      expect(await list(ada.client, COURSE)).toHaveLength(1);

      // The lecture gets another number and name; its video identifies it as the same lecture.
      await insertLectures(sql, [
        row(COURSE, 1),
        { ...row(COURSE, 2), lecture_number: 7, lecture_name: "Renamed" },
      ]);
      const recordId = await lectureId(COURSE, 7);
      expect(await list(ada.client, COURSE)).toMatchObject([
        { id, recordId, courseId: COURSE, lectureId: "7", lectureName: "Renamed", videoId: videoOf(2) },
      ]);
      await queries.saveNote(ada.client, id, await note(1, { body: "Edited" }));
      expect(await list()).toMatchObject([{ recordId, body: "Edited" }]);
      await removeCourse(sql, COURSE);
    });

    test("are saved although their lecture is deleted at that moment", async () => {
      const [id, written] = [crypto.randomUUID(), await note(2)];
      const save = () => queries.saveNote(ada.client, id, written);
      expect(await deleteDuring(sql, written.recordId, save)).toBe("saved");
      expect(await list()).toMatchObject([{ id, recordId: null, lectureName: "Lecture 2", body: "A note" }]);
      await removeCourse(sql, COURSE);
    });

    test("of a hidden lecture lead to no page of it", async () => {
      await queries.saveNote(ada.client, crypto.randomUUID(), await note(1));
      await sql`update lectures set is_hidden = true where id = ${await lectureId(COURSE, 1)}`;
      onTestFinished(async () => {
        await sql`update lectures set is_hidden = false where id = ${await lectureId(COURSE, 1)}`;
      });
      expect(await list()).toMatchObject([{ courseId: COURSE, lectureId: null, videoId: videoOf(1) }]);
    });

    test("of a lecture that is gone, or of another catalogue, keep the names they come with", async () => {
      const gone = crypto.randomUUID();
      await queries.saveNote(ada.client, gone, await note(1, { recordId: 2 ** 50 }));
      // The note is still linked to a lecture of the catalogue by its video.
      expect(await list()).toMatchObject([{ id: gone, recordId: await lectureId(COURSE, 1) }]);
      const other = {
        recordId: await lectureId(COURSE, 1),
        videoId: "elsewhere01",
        lectureName: "Elsewhere",
      };
      await queries.saveNote(ada.client, gone, await note(1, other));
      const id = crypto.randomUUID();
      await queries.saveNote(ada.client, id, await note(1, other));
      expect((await list()).find((each) => each.id === id)).toMatchObject({
        recordId: null,
        lectureId: null,
        lectureName: "Elsewhere",
      });
    });

    test.each([
      ["before the beginning", { at_seconds: -1 }],
      ["beyond any video", { at_seconds: 360_000 }],
      ["that ends before it begins", { until_seconds: 1 }],
      ["with too long a text", { body: "x".repeat(5001) }],
      ["of no video", { video_id: "https://evil" }],
      ["without a course", { course_name: " " }],
      ["without a lecture", { lecture_name: "" }],
    ])("a note %s is refused by the database itself", async (_what, more) => {
      const given = {
        user_id: ada.id,
        id: crypto.randomUUID(),
        course_name: "c",
        lecture_name: "l",
        at_seconds: 5,
      };
      const { error } = await ada.client.from("notes").insert({ ...given, ...more });
      expect(error?.message).toMatch(/violates check constraint/);
    });

    test("are limited: by their number, by their length, and both only for what is new", async () => {
      const fill = (account: string, count: number, name: string, body: string) => sql`
        insert into notes (user_id, id, course_name, lecture_name, at_seconds, body)
        select ${account}, gen_random_uuid(), ${name}, ${name}, n, ${body} from generate_series(1, ${count}) n`;
      await sql`alter table notes disable trigger limit_notes`;
      await fill(ada.id, 4_999, "f", "");
      const bob = await signUp(api);
      await fill(bob.id, 799, "x".repeat(250), "x".repeat(4_500));
      await sql`alter table notes enable trigger limit_notes`;

      const last = crypto.randomUUID();
      expect(await queries.saveNote(ada.client, last, await note(1))).toBe("saved");
      expect(await queries.saveNote(ada.client, crypto.randomUUID(), await note(1))).toBe("full");
      expect(await queries.saveNote(ada.client, last, await note(1, { body: "Changed" }))).toBe("saved");
      expect(await list()).toHaveLength(5_000);

      const long = await note(1, { body: "y".repeat(4_900) });
      expect(await queries.saveNote(bob.client, last, long)).toBe("saved");
      expect(await queries.saveNote(bob.client, crypto.randomUUID(), long)).toBe("full");
    });
  });
});
