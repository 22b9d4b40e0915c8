import type { Sql } from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { isLongForm } from "../long-form.ts";
import { clientOf, describeOnDatabase } from "./apis.ts";
import { csvOf } from "./import-jobs.ts";
import { prepareCorrections } from "./prepare-corrections.ts";
import type { Api } from "./start-backends.ts";

const { createCheckedImport } = await import("../../lib/lecture-import/jobs.server.ts");

/** Functions for quiz questions at addresses, and for redirects; the questions are deleted after the test. */
function quizzesAt(api: Api, sql: Sql, addresses: string[]) {
  onTestFinished(async () => {
    await sql`delete from quiz_questions where course_id = any (${addresses})`;
  });
  return {
    ask: async (address: string, ...questions: string[]) => {
      for (const question of questions)
        await sql`
          insert into quiz_questions (course_id, question, options, correct_answer, place)
          values (${address}, ${question}, '{a,b}', 0, (
            select coalesce(max(place), 0) + 1 from quiz_questions where course_id = ${address}
          ))`;
    },
    /** The questions that learners get. */
    asked: async (address: string) => {
      const { data } = await clientOf(api).rpc("find_quiz", { p_course_id: address });
      return ((data?.[0]?.questions ?? []) as { question: string }[]).map(({ question }) => question);
    },
    leads: async (address: string) =>
      (await clientOf(api).rpc("moved_course", { p_course_id: address })).data,
  };
}

/** The slug of a course of these tests, which differs by API, because the long form runs them on each. */
const slugOf = (words: string, api: Api) => `${words} ${api.name}`.toLowerCase().replaceAll(" ", "-");

describeOnDatabase("a correction", (api, sql) => {
  const { addLectures, course, editor, rowsOf, run } = prepareCorrections(api, sql);

  test("leads from the address of a merged course to the course of today, until that is taken back", async () => {
    const names = ["A", "B", "C", "D"].map((letter) => course(`Address ${letter} ${api.name}`));
    const [a, b, c, d] = names as [string, string, string, string];
    const { merge, undo, editCourse } = await editor();
    const slug = (letter: string) => slugOf(`address ${letter}`, api);
    const { leads } = quizzesAt(api, sql, []);
    for (const [index, letter] of ["a", "b", "c"].entries())
      await addLectures(names[index]!, 2, { 1: { seo_slug: slug(letter) } });
    expect(await leads(slug("a"))).toBeNull();

    // Both courses have the same lectures, so only the address of the first one remains.
    const first = await merge(a, b);
    for (const address of [slug("a"), a]) expect(await leads(address)).toBe(slug("b"));
    const second = await merge(b, c);
    for (const address of [slug("a"), slug("b")]) expect(await leads(address)).toBe(slug("c"));
    const renamed = await editCourse(c, { course_name: d, seo_slug: null });
    const [now] = await sql`select course_id from course_summaries where course_name = ${d}`;
    for (const address of [slug("a"), b]) expect(await leads(address)).toBe(now?.course_id);
    await undo(renamed.job);

    const undone = await undo(second.job);
    expect(await leads(slug("a"))).toBe(slug("b"));
    expect(await leads(slug("b"))).toBeNull();
    await undo(undone?.id);
    expect(await leads(slug("b"))).toBe(slug("c"));
    await undo(first.job);
    expect(await leads(slug("a"))).toBeNull();
    expect(await leads("no such address")).toBeNull();
  });

  test("leads from the address of a lecture to that lecture, whatever became of its course and its number", async () => {
    const [a, b, c] = ["A", "B", "C"].map((letter) => course(`Led ${letter} ${api.name}`)) as [
      string,
      string,
      string,
    ];
    const [one, two, three] = ["one", "two", "three"].map((word) => slugOf(`led ${word}`, api)) as [
      string,
      string,
      string,
    ];
    const { edit, editCourse, merge, undo } = await editor();
    const leads = async (address: string, segment: string) =>
      (await clientOf(api).rpc("moved_lecture", { p_course_id: address, p_lecture_id: segment })).data?.map(
        ({ course_id, id }) => [course_id, id],
      );
    await addLectures(a, 4, { 1: { seo_slug: one }, 3: { lecture_number: 2 }, 4: { lecture_number: null } });
    const [first, second, third, last] = (await rowsOf(a)).map(({ id }) => id) as [
      number,
      number,
      number,
      number,
    ];
    expect(await leads(one, "1")).toEqual([]);

    await editCourse(a, { seo_slug: two });
    const segments = { "1": first, "2": second, [`2-${third}`]: third, [`lecture-${last}`]: last };
    const ledAll = async (address: string, now: string) => {
      for (const [segment, id] of Object.entries(segments))
        expect(await leads(address, segment), segment).toEqual([[now, id]]);
    };
    await ledAll(one, two);
    for (const none of ["3", "01", `1-${second}`, "lecture", "", "99999999999999999999"])
      expect(await leads(one, none), none).toEqual([]);
    expect(await leads("no such address", "1")).toEqual([]);

    const renamed = await editCourse(a, { course_name: b, seo_slug: null });
    const [now] = await sql`select course_id from course_summaries where course_name = ${b}`;
    for (const former of [one, two, a]) await ledAll(former, now?.course_id);
    await undo(renamed.job);
    await ledAll(one, two);
    expect(await leads(two, "1")).toEqual([]);

    // The other course has the lecture numbered 1 and the second one numbered 2 as well, and another one of that number.
    await addLectures(c, 3, {
      1: { seo_slug: three },
      2: { lecture_name: "Another one" },
      3: { lecture_name: "Lecture 3", lecture_number: 2 },
    });
    const [kept, , keptToo] = await rowsOf(c);
    await merge(a, c);
    expect(await leads(one, "1")).toEqual([[three, kept?.id]]);
    expect(await leads(one, `2-${third}`)).toEqual([[three, keptToo?.id]]);
    expect(await leads(two, "2")).toEqual([[three, second]]);
    await edit(second, { lecture_number: 7 });
    expect(await leads(one, "2")).toEqual([[three, second]]);
    await sql`update lectures set is_hidden = true where id = ${second}`;
    expect(await leads(one, "2")).toEqual([]);
  });

  test("of two courses into one takes quiz questions along, and its undo gives them back", async () => {
    const [from, into] = [course(`Quiz from ${api.name}`), course(`Quiz into ${api.name}`)];
    const { preview, merge, undo } = await editor();
    const slug = (name: string) => name.toLowerCase().replaceAll(" ", "-");
    const [old, kept] = [slug(from), slug(into)];
    for (const name of [from, into]) await run(csvOf(name, 2, { 1: { seo_slug: slug(name) } }));
    onTestFinished(async () => {
      await sql`delete from quiz_questions where course_id in (${old}, ${kept})`;
    });
    for (const [index, [address, question]] of [
      [kept, "Both"],
      [kept, "Of the other"],
      [old, "First"],
      [old, "Both"],
      [old, "Edited"],
      [old, "Deleted"],
    ].entries())
      await sql`
        insert into quiz_questions (course_id, question, options, correct_answer, explanation, place)
        values (${address!}, ${question!}, '{a,b}', 0, ${address!}, ${index})`;
    const questionsOf = async (address: string) =>
      (
        await sql`select id, question, explanation from quiz_questions where course_id = ${address} order by place, id`
      ).map((row) => ({ ...row }) as { id: string; question: string; explanation: string });
    const shownOf = async (address: string) =>
      (await clientOf(api).rpc("find_quiz", { p_course_id: address })).data?.[0]?.questions as
        | { question: string }[]
        | undefined;
    const before = await Promise.all([old, kept].map(questionsOf));
    expect(await preview(from, into)).toMatchObject({ questions: 3 });

    const merged = await merge(from, into);
    expect((await shownOf(kept))?.map(({ question }) => question)).toEqual([
      "Both",
      "Of the other",
      "First",
      "Edited",
      "Deleted",
    ]);
    expect(await questionsOf(old)).toEqual([]);
    const undone = await undo(merged.job);
    expect(await Promise.all([old, kept].map(questionsOf))).toEqual(before);
    expect(await shownOf(old)).toHaveLength(4);

    const again = await undo(undone?.id);
    expect(await shownOf(kept)).toHaveLength(5);
    await sql`update quiz_questions set explanation = 'new' where question = 'Edited' and course_id = ${kept}`;
    await sql`delete from quiz_questions where question = 'Deleted' and course_id = ${kept}`;
    await undo(again?.id);
    expect(await questionsOf(kept)).toEqual(before[1]);
    expect(await questionsOf(old)).toEqual(
      before[0]!
        .filter(({ question }) => question !== "Deleted")
        .map((row) => (row.question === "Edited" ? { ...row, explanation: "new" } : row)),
    );
    expect(
      await sql`select 1 from private.moved_questions where job_id in (${merged.job!}, ${again?.id})`,
    ).toEqual([]);
  });

  test("that renames a course takes its quiz and its former address along, with its undo and that one's undo", async () => {
    const [name, renamed] = [course(`Quiz of old ${api.name}`), course(`Quiz of new ${api.name}`)];
    const { editCourse, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [name, renamed]);
    await run(csvOf(name, 2));
    await ask(name, "One", "Two", "Three");
    await ask(renamed, "Two");

    const done = await editCourse(name, { course_name: renamed });
    expect(await asked(renamed)).toEqual(["Two", "One", "Three"]);
    expect([await asked(name), await leads(name)]).toEqual([[], renamed]);
    await sql`delete from quiz_questions where course_id = ${renamed} and question = 'Three'`;
    await ask(renamed, "Added since");
    const undone = await undo(done.job);
    expect(await asked(name)).toEqual(["One", "Two", "Added since"]);
    expect([await asked(renamed), await leads(renamed), await leads(name)]).toEqual([[], name, null]);
    const again = await undo(undone?.id);
    expect(new Set(await asked(renamed))).toEqual(new Set(["Two", "One", "Added since"]));
    expect(await leads(name)).toBe(renamed);

    // An undo that skips all rows, because they have changed since, leaves the quiz at the course's address.
    await editCourse(renamed, { keywords: "changed since" });
    expect(await undo(again?.id)).toMatchObject({ updated_rows: 0, rejected_rows: 2 });
    expect([(await asked(renamed)).length, await leads(name)]).toEqual([3, renamed]);
  });

  test("that renames a course of several batches, all of it hidden, takes its quiz along, with its undo", async () => {
    const [name, renamed] = [course(`Long quiz of old ${api.name}`), course(`Long quiz of new ${api.name}`)];
    const { editCourse, undo } = await editor();
    const { ask } = quizzesAt(api, sql, [name, renamed]);
    await run(csvOf(name, 1_010));
    await sql`update lectures set is_hidden = true where "Course Name" = ${name}`;
    await ask(name, "One", "Two");
    const addresses = async () =>
      (
        await sql`select course_id from quiz_questions where course_id in (${name}, ${renamed}) order by place`
      ).map(({ course_id }) => course_id);
    const done = await editCourse(name, { course_name: renamed });
    expect(await addresses()).toEqual([renamed, renamed]);
    await ask(renamed, "Added since");
    await undo(done.job);
    expect(await addresses()).toEqual([name, name, name]);
  });

  test("that gives a course another address takes its quiz along, and none that stands at that address", async () => {
    const [name, other] = [course(`Slug of one ${api.name}`), course(`Slug of other ${api.name}`)];
    const [first, second, third] = [slugOf("first", api), slugOf("second", api), slugOf("third", api)];
    const { edit, editCourse, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [name, other, first, second, third]);
    await run(csvOf(name, 2, { 1: { seo_slug: first } }));
    await run(csvOf(other, 2, { 1: { seo_slug: second } }));
    await ask(first, "Of one", "Of both");
    await ask(second, "Of other", "Of both");

    const moved = await editCourse(name, { seo_slug: third });
    expect([await asked(third), await leads(first)]).toEqual([["Of one", "Of both"], third]);
    // The other course has this slug. Where lectures have it all the same, the address falls back to the course name.
    expect(await editCourse(name, { seo_slug: second })).toMatchObject({ outcome: "slug_taken", job: null });
    await edit((await rowsOf(name))[1]!.id, { seo_slug: null });
    const refused = await edit((await rowsOf(name))[0]!.id, { seo_slug: second });
    expect([await asked(name), await leads(third)]).toEqual([["Of one", "Of both"], name]);
    expect(await asked(second)).toEqual(["Of other", "Of both"]);
    await undo(refused.job);
    expect(await asked(third)).toEqual(["Of one", "Of both"]);

    // Another course with its own quiz has taken the former address in the meantime.
    await editCourse(other, { seo_slug: first });
    expect(await asked(first)).toEqual(["Of other", "Of both"]);
    const undone = await undo(moved.job);
    expect([await asked(name), await leads(third)]).toEqual([["Of one", "Of both"], name]);
    expect(await asked(first)).toEqual(["Of other", "Of both"]);
    await undo(undone?.id);
    expect(await asked(third)).toEqual(["Of one", "Of both"]);
    expect(await editCourse(name, { course_name: name })).toMatchObject({ outcome: "unchanged" });

    // A change of the name does not change the address if the address is the slug.
    const named = course(`Slug of a new name ${api.name}`);
    await editCourse(name, { course_name: named });
    expect([await asked(third), await leads(name)]).toEqual([["Of one", "Of both"], third]);
  });

  test("that moves, edits or deletes lectures takes the quiz along where that changes the course's address", async () => {
    const [from, into] = [course(`Quiz left ${api.name}`), course(`Quiz joined ${api.name}`)];
    const slug = slugOf("quiz left", api);
    const { edit, move, remove, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [from, into, slug]);
    await run(csvOf(from, 3, { 2: { seo_slug: slug } }));
    await run(csvOf(into, 1));
    await ask(slug, "One", "Of both");
    await ask(into, "Of the other", "Of both");
    const [first, second, third] = (await rowsOf(from)).map(({ id }) => id) as [number, number, number];

    // Only the second lecture had the slug.
    const removed = await remove(second);
    expect([await asked(from), await leads(slug)]).toEqual([["One", "Of both"], from]);
    await undo(removed.job);
    expect(await asked(slug)).toEqual(["One", "Of both"]);
    // The slug moves to the other course, so both courses change their address.
    const left = await edit(second, { course_name: into });
    expect([await asked(from), await asked(slug)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);
    await undo(left.job);
    expect([await asked(slug), await asked(into)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);

    await edit(second, { seo_slug: null });
    await edit(first, { lecture_name: "Renamed" });
    await move([first, second], into);
    expect(await asked(from)).toEqual(["One", "Of both"]);
    const last = await edit(third, { course_name: into });
    expect([await asked(into), await leads(from)]).toEqual([["Of the other", "Of both", "One"], into]);
    await undo(last.job);
    expect([await asked(from), await asked(into)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);
  });
});

describeOnDatabase("an import", (api, sql) => {
  const { addLectures, course, complete, editor, run } = prepareCorrections(api, sql);

  test("that gives courses other addresses takes their quizzes and former addresses along, with its undo", async () => {
    const [a, b] = [course(`Imported A ${api.name}`), course(`Imported B ${api.name}`)];
    const [one, two, three] = [slugOf("imp one", api), slugOf("imp two", api), slugOf("imp three", api)];
    const { undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [a, one, two, three]);
    await addLectures(a, 2, { 1: { seo_slug: one } });
    await addLectures(b, 2, { 1: { seo_slug: two } });
    await ask(one, "Of A");
    await ask(two, "Of B");
    const quizzes = async () => Promise.all([one, two, three].map(asked));

    // In one file, one course takes the address that the other one leaves.
    const lines = (bytes: Uint8Array) => new TextDecoder().decode(bytes).split("\r\n");
    const ofA = lines(csvOf(a, 2, { 1: { seo_slug: three } }));
    const ofB = lines(csvOf(b, 2, { 1: { seo_slug: one } }));
    const moved = await run(new TextEncoder().encode([...ofA, ...ofB.slice(1)].join("\r\n")));
    expect(moved).toMatchObject({ updated_rows: 2, unchanged_rows: 2 });
    expect(await quizzes()).toEqual([["Of B"], [], ["Of A"]]);
    expect(await leads(two)).toBe(one);
    await undo(moved?.id);
    expect(await quizzes()).toEqual([["Of A"], ["Of B"], []]);
    expect(await leads(three)).toBe(one);
  });

  test("that swaps or passes on the addresses of courses gives each its own, with its undo", async () => {
    const names = ["A", "B", "C"].map((letter) => course(`Turned ${letter} ${api.name}`));
    const slugs = ["a", "b", "c"].map((letter) => slugOf(`turned ${letter}`, api));
    const { undo } = await editor();
    const { ask, asked } = quizzesAt(api, sql, [...names, ...slugs]);
    /** One file in which each course has the slug with this index. */
    const fileOf = (...indices: number[]) => {
      const files = indices.map((index, at) =>
        new TextDecoder().decode(csvOf(names[at]!, 2, { 1: { seo_slug: slugs[index]! } })).split("\r\n"),
      );
      return new TextEncoder().encode(
        [files[0]![0], ...files.flatMap((lines) => lines.slice(1).filter(Boolean))].join("\r\n"),
      );
    };
    const addresses = async () =>
      (
        await sql`select course_id from course_summaries where course_name = any (${names}) order by course_name`
      ).map(({ course_id }) => course_id);
    const quizzes = async () => Promise.all(slugs.map(asked));
    await run(fileOf(0, 1, 2));
    for (const [index, slug] of slugs.entries()) await ask(slug, `Of ${names[index]}`, "Of all");
    const before = await quizzes();

    const orders = [
      [1, 0, 2],
      [1, 2, 0],
    ];
    if (isLongForm) orders.push([2, 0, 1]);
    for (const order of orders) {
      const turned = await run(fileOf(...order));
      expect(await addresses()).toEqual(order.map((index) => slugs[index]));
      expect(await quizzes()).toEqual(slugs.map((_, index) => before[order.indexOf(index)]));
      const undone = await undo(turned?.id);
      expect(await addresses()).toEqual(slugs);
      expect(await quizzes()).toEqual(before);
      await undo(undone?.id);
      expect(await addresses()).toEqual(order.map((index) => slugs[index]));
      expect(await quizzes()).toEqual(slugs.map((_, index) => before[order.indexOf(index)]));
      await run(fileOf(0, 1, 2));
      expect([await addresses(), await quizzes()]).toEqual([slugs, before]);
    }
  });

  test("that swaps addresses in batches of their own gives each course its own, with its undo", async () => {
    const names = ["A", "B"].map((letter) => course(`Far ${letter} ${api.name}`));
    const slugs = ["a", "b"].map((letter) => slugOf(`far ${letter}`, api));
    const { undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [...names, ...slugs]);
    // A course between the two fills the rest of the first batch.
    const filling = course(`Far between ${api.name}`);
    const fileOf = (first: string, second: string) => {
      const lines = [
        csvOf(names[0]!, 1, { 1: { seo_slug: first } }),
        csvOf(filling, 1_000),
        csvOf(names[1]!, 1, { 1: { seo_slug: second } }),
      ].map((bytes) => new TextDecoder().decode(bytes).split("\r\n"));
      return new TextEncoder().encode([lines[0]![0], ...lines.flatMap((rows) => rows.slice(1))].join("\r\n"));
    };
    const [a, b] = slugs as [string, string];
    const found = async () => [
      (
        await sql`select course_id from course_summaries where course_name = any (${names}) order by course_name`
      ).map(({ course_id }) => course_id),
      await Promise.all(slugs.map(asked)),
    ];
    await run(fileOf(a, b));
    await ask(a, "Of A");
    await ask(b, "Of B");
    const before = await found();

    const swapped = await run(fileOf(b, a));
    expect(await found()).toEqual([
      [b, a],
      [["Of B"], ["Of A"]],
    ]);
    // Between the batches the first course had its name as its address.
    expect(await leads(names[0]!)).toBe(b);
    await undo(swapped?.id);
    expect(await found()).toEqual(before);
  });

  test("gives an address that has become free to the course that wants it, and changes no other", async () => {
    const [holder, waiting, other] = ["Holder", "Waiting", "Other"].map((word) =>
      course(`${word} ${api.name}`),
    );
    const slug = slugOf("wanted", api);
    const { client, editCourse, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(api, sql, [slug, waiting!]);
    await addLectures(holder!, 1, { 1: { seo_slug: slug } });
    await addLectures(waiting!, 1, { 1: { seo_slug: slug } });
    await addLectures(other!, 1, { 1: { seo_slug: waiting! } });
    const addresses = async () =>
      Object.fromEntries(
        (
          await sql`
            select course_name, course_id from course_summaries where course_name in (${holder!}, ${waiting!}, ${other!})`
        ).map(({ course_name, course_id }) => [course_name, course_id]),
      );
    const before = { [holder!]: slug, [waiting!]: waiting, [other!]: other };
    expect(await addresses()).toEqual(before);
    const imported = await run(csvOf(waiting!, 1, { 1: { seo_slug: slug, keywords: "changed" } }));
    expect(await addresses()).toEqual(before);
    const { data: report } = await client.rpc("import_report", { p_job: imported?.id });
    expect(report).toMatchObject({
      courses: { total: 1, waiting: [{ name: waiting, course_id: waiting, preferred_id: slug }] },
    });

    await ask(waiting!, "Of the waiting one");
    const left = await editCourse(holder!, { seo_slug: null });
    // The address that the waiting course leaves is wanted as well.
    expect(await addresses()).toEqual({ [holder!]: holder, [waiting!]: slug, [other!]: waiting });
    expect([await asked(slug), await asked(waiting!)]).toEqual([["Of the waiting one"], []]);
    // What has an address keeps it.
    await undo(left.job);
    expect(await addresses()).toEqual({ [holder!]: holder, [waiting!]: slug, [other!]: waiting });
    expect(await leads(other!)).toBe(waiting);
  });

  test("that changes a lecture that was moved by hand takes the quiz of its present course along", async () => {
    const [from, into] = [course(`Moved from ${api.name}`), course(`Moved into ${api.name}`)];
    const [old, now] = [slugOf("moved old", api), slugOf("moved now", api)];
    const { move } = await editor();
    const { ask, asked } = quizzesAt(api, sql, [old, now]);
    await addLectures(from, 1, { 1: { seo_slug: old } });
    const [lecture] = await sql`select id::int from lectures where "Course Name" = ${from}`;
    await move([lecture?.id], into);
    await ask(old, "One");
    await run(csvOf(from, 1, { 1: { seo_slug: now } }));
    expect(await Promise.all([old, now].map(asked))).toEqual([[], ["One"]]);
  });

  test("that removes the lecture with the address takes the quiz along, with its undo", async () => {
    const name = course(`Removed ${api.name}`);
    const slug = slugOf("removed slug", api);
    const { client, id: userId, undo } = await editor();
    const { ask, asked } = quizzesAt(api, sql, [name, slug]);
    await addLectures(name, 2, { 2: { seo_slug: slug } });
    await ask(slug, "One");
    const { id: check } = (await run(csvOf(name, 1), { mode: "check" })) as { id: string };
    const created = await createCheckedImport(client, {
      userId,
      checkId: check,
      overwritesEdits: false,
      removesMissing: true,
    });
    const job = String(created);
    expect(await complete(job)).toMatchObject({ removed_rows: 1 });
    expect([await asked(slug), await asked(name)]).toEqual([[], ["One"]]);
    await undo(job);
    expect(await asked(slug)).toEqual(["One"]);
  });
});
