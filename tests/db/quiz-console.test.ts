import { afterEach, beforeAll, expect, test } from "vitest";
import { listQuizzes } from "../../lib/admin/queries.server.ts";
import {
  addQuestion,
  changeQuestion,
  deleteQuestion,
  getKnownQuiz,
  importQuizFile,
  moveQuestion,
} from "../../lib/quiz/console.server.ts";
import { questionsFile } from "../../lib/quiz/questions-file.ts";
import type { KnownQuestion } from "../../lib/quiz/types.ts";
import { bytesOf } from "../unit/csv/support.ts";
import { clientOf, describeOnEachApi, onDatabase, signUp } from "./apis.ts";

const COURSE = "linear-algebra-vectors-and-spaces";
const NAME = "Linear algebra: Vectors and spaces";
const HEADER = "course slug,question,options,correct option,explanation\r\n";

describeOnEachApi("quiz questions in the console", (api, sql) => {
  let editor: Awaited<ReturnType<typeof signUp>>;
  const visitor = clientOf(api);

  beforeAll(async () => {
    editor = await signUp(api);
    await sql`insert into user_roles values (${editor.id}, 'editor')`;
  });
  afterEach(async () => {
    await sql`delete from quiz_questions`;
  });

  const typed = (question: string, explanation = "") => ({
    question,
    options: ["|x|", "-1", "c \\ d\\"],
    correctAnswer: 1,
    explanation,
  });
  const add = (question: string) => addQuestion(editor.client, COURSE, typed(question));
  const known = async () => (await getKnownQuiz(editor.client, COURSE))?.questions ?? [];
  const texts = async () => (await known()).map(({ question }) => question);
  const find = async (text: string) =>
    (await known()).find(({ question }) => question === text) as KnownQuestion;
  const versionNow = async () => (await getKnownQuiz(editor.client, COURSE))?.version ?? "";
  const importFile = async (text: string, replaces = false) =>
    importQuizFile(editor.client, COURSE, {
      source: bytesOf(text),
      replaced: replaces ? await versionNow() : null,
    });
  const logged = async () =>
    (
      await sql`
        select event, details from private.audit_log where actor_id = ${editor.id} order by id`
    ).map(({ event, details }) => [event, details]);

  test("are added, changed, moved and deleted, seen by learners at once, and logged", async () => {
    for (const question of ["one", "two", "three"]) expect(await add(question)).toBe("saved");
    const { id, version } = await find("three");
    expect(await moveQuestion(editor.client, id, -1)).toBe(true);
    expect(await moveQuestion(editor.client, id, -1)).toBe(true);
    expect(await moveQuestion(editor.client, id, -1)).toBe(true);
    expect(await texts()).toEqual(["three", "one", "two"]);
    const change = { question: typed("drei", "Because."), version };
    expect(await changeQuestion(editor.client, id, change)).toBe("saved");
    expect(await find("drei")).toMatchObject({ ...typed("drei", "Because."), id });
    expect(await deleteQuestion(editor.client, (await find("one")).id)).toBe(true);
    const { data } = await visitor.rpc("find_quiz", { p_course_id: NAME }).throwOnError();
    expect(data[0]?.questions).toMatchObject([{ question: "drei" }, { question: "two" }]);
    const entry = (event: string, question: string) => [`quiz question ${event}`, { course: NAME, question }];
    expect(await logged()).toEqual([
      ...["one", "two", "three"].map((question) => entry("added", question)),
      // The third time it was the first question already.
      ...Array(2).fill(entry("moved", "three")),
      entry("changed", "drei"),
      entry("deleted", "one"),
    ]);
  });

  test("of a file are added to, or take the place of, those of the course, in the file's order", async () => {
    for (const question of ["one", "two", "three"]) await add(question);
    const { id } = await find("three");
    const file = `${HEADER}${COURSE},four,a|b,A,\r\n${COURSE},three,|x\\||y,Z,\r\nclassical-mechanics,x,a|b,A,\r\n${COURSE},one,a|b,B,why\r\n`;
    const faults = [
      { rowNumber: 3, faults: [{ column: "options" }] },
      { rowNumber: 4, faults: [{ column: "course slug", reason: "of another course" }] },
    ];
    const counts = { inserted: 1, updated: 1, unchanged: 0, removed: 0 };
    expect(await importFile(file, true)).toMatchObject({ isWritten: false, inserted: 0, rejections: faults });
    expect(await texts()).toEqual(["one", "two", "three"]);
    expect(await importFile(file)).toMatchObject({ isWritten: true, ...counts, rejections: faults });
    expect(await texts()).toEqual(["one", "two", "three", "four"]);
    const good = `${HEADER}${NAME},four,a|b,A,\r\n${COURSE},three,a|b,A,\r\n`;
    expect(await importFile(good, true)).toMatchObject({
      isWritten: true,
      updated: 1,
      unchanged: 1,
      removed: 2,
    });
    expect(await texts()).toEqual(["four", "three"]);
    expect((await find("three")).id).toBe(id);
    expect((await logged()).slice(-3)).toEqual([
      ["quiz imported", { course: NAME, added: 1, changed: 1 }],
      ["quiz imported", { course: NAME, deleted: 2 }],
      ["quiz imported", { course: NAME, added: 0, changed: 1 }],
    ]);
    expect(await importFile("no,columns\r\n1,2\r\n")).toMatchObject({ ok: false });
  });

  test("are listed by course and found by its name, also where the course is gone", async () => {
    await add("one");
    await sql`
      insert into quiz_questions (course_id, question, options, correct_answer)
      values ('gone course', 'a', '{a,b}', 0), ('gone course', 'b', '{a,b}', 0)`;
    const gone = { courseId: "gone course", courseName: null, questions: 2 };
    const here = { courseId: COURSE, courseName: NAME, questions: 1 };
    expect(await listQuizzes(editor.client, "", 1)).toMatchObject({
      rows: [gone, here],
      total: 2,
      matches: 2,
    });
    expect(await listQuizzes(editor.client, "VECTORS and", 1)).toMatchObject({ rows: [here], total: 2 });
    expect(await listQuizzes(editor.client, "", 2)).toMatchObject({ rows: [], total: 2 });
    expect(await getKnownQuiz(editor.client, "gone course")).toMatchObject({ courseName: null });
    expect(await getKnownQuiz(editor.client, "classical-mechanics")).toMatchObject({ questions: [] });
    expect(await getKnownQuiz(editor.client, "no such course")).toBeNull();
  });

  test("are for accounts that may edit", async () => {
    await add("one");
    const { id, version } = await find("one");
    const [user, viewer] = await Promise.all([signUp(api), signUp(api)]);
    await sql`insert into user_roles values (${viewer.id}, 'viewer')`;
    for (const { client } of [user, viewer]) {
      await expect(listQuizzes(client, "", 1)).rejects.toThrow("does not let this user read");
      expect(await getKnownQuiz(client, COURSE)).toBeNull();
      for (const attempt of [
        () => addQuestion(client, COURSE, typed("two")),
        () => changeQuestion(client, id, { question: typed("two"), version }),
        () => moveQuestion(client, id, 1),
        () => deleteQuestion(client, id),
        () =>
          importQuizFile(client, COURSE, {
            source: bytesOf(`${HEADER}${COURSE},x,a|b,A,\r\n`),
            replaced: "any",
          }),
      ])
        await expect(attempt()).rejects.toThrow("not for this account");
    }
    expect((await visitor.rpc("delete_quiz_question", { p_id: id })).error).not.toBeNull();
    expect(await texts()).toEqual(["one"]);
  });

  onDatabase(api, () => {
    test("pages of a course are made anew with each change", async () => {
      const version = async () =>
        (await sql`select version from cache_tags where tag = 'catalogue'`)[0]?.version;
      const before = await version();
      await add("one");
      expect(await version()).not.toEqual(before);
    });

    test("that another editor has deleted or changed are not written over, and none is there twice", async () => {
      await add("one");
      await add("two");
      const { id, version } = await find("one");
      const change = (question: string, of = version) =>
        changeQuestion(editor.client, id, { question: typed(question), version: of });
      expect(await change("two")).toBe("twin");
      expect(await add("two")).toBe("twin");
      expect(await change("uno")).toBe("saved");
      expect(await change("eins")).toBe("changed");
      expect(await change("eins", (await find("uno")).version)).toBe("saved");
      expect(await deleteQuestion(editor.client, id)).toBe(true);
      expect(await change("eins")).toBe("gone");
      expect(await deleteQuestion(editor.client, id)).toBe(false);
      expect(await moveQuestion(editor.client, id, 1)).toBe(false);
      expect(await addQuestion(editor.client, "no such course", typed("one"))).toBe("no course");
      expect(await texts()).toEqual(["two"]);
      const replaced = await versionNow();
      await add("three");
      const source = bytesOf(`${HEADER}${COURSE},four,a|b,A,\r\n`);
      expect(await importQuizFile(editor.client, COURSE, { source, replaced })).toBeNull();
      expect(await texts()).toEqual(["two", "three"]);
    });

    test("are added at the same time, one after the other", async () => {
      const all = Array.from({ length: 8 }, (_, index) => `question ${index}`);
      expect(await Promise.all(all.map(add))).toEqual(all.map(() => "saved"));
      const places = await sql`select place from quiz_questions order by place`;
      expect(places.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    test("of a download are imported as what is there", async () => {
      for (const question of ["=1+1", "'=1", 'say "x"; -y', "a\r\n-b"]) await add(question);
      const before = await known();
      const file = questionsFile(COURSE, before);
      for (const replaces of [false, true]) {
        expect(await importFile(file, replaces)).toMatchObject({
          isWritten: true,
          unchanged: 4,
          rejections: [],
        });
        expect(await known()).toEqual(before);
      }
    });
  });
});
