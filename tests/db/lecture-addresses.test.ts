import { expect, onTestFinished, test } from "vitest";
import { describeOnDatabase, signUp } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

type Named = { lecture_id: string; name: string };

describeOnDatabase("the address of a lecture", (api, sql) => {
  test("is the same wherever it is linked: also of equal numbers, of none, and behind a hidden lecture", async () => {
    const course = `Addressed on ${api.name}`;
    const videos = Array.from({ length: 6 }, (_, index) => `addresses-${index}`);
    const lectures: [number | null, string][] = [
      [1, "Alphatic"],
      [2, "Bravotic"],
      [2, "Charlietic"],
      [null, "Deltatic"],
      [3, "Hiddentic"],
      [3, "Echotic"],
    ];
    onTestFinished(async () => {
      await removeCourse(sql, course);
      await sql`delete from private.video_health where video_id = any(${videos})`;
    });
    await insertLectures(
      sql,
      lectures.map(([lecture_number, lecture_name], index) =>
        lectureRow({
          course_name: course,
          lecture_number,
          lecture_name,
          youtube: `https://www.youtube.com/embed/${videos[index]}`,
        }),
      ),
    );
    await sql`update lectures set is_hidden = true where "Course Name" = ${course} and "lecture name" = 'Hiddentic'`;
    const rows = await sql<{ id: number; name: string }[]>`
      select id::int, "lecture name" as name from lectures where "Course Name" = ${course} and not is_hidden order by id`;
    const [, , third, fourth, fifth] = rows.map(({ id }) => id);
    const expected = {
      Alphatic: "1",
      Bravotic: "2",
      Charlietic: `2-${third}`,
      Deltatic: `lecture-${fourth}`,
      Echotic: `3-${fifth}`,
    };
    const addresses = (found: Named[]) =>
      Object.fromEntries(found.map(({ name, lecture_id }) => [name, lecture_id]));

    const ada = await signUp(api);
    const rpc = ada.client.rpc.bind(ada.client);
    const [page] = (await rpc("course_page", { p_course_id: await courseId() }).throwOnError()).data;
    expect(addresses(page!.lectures as Named[])).toEqual(expected);

    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const [first] = (await rpc("search_catalogue", { p_query: name, p_named: 3 }).throwOnError()).data;
        return (first!.matches as Named[])[0]!;
      }),
    );
    expect(addresses(found), "search").toEqual(expected);

    await sql`
      insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds, body)
      select ${ada.id}::uuid, gen_random_uuid(), id, "Course Name", "lecture name", 1, 'a note'
      from lectures where "Course Name" = ${course} and not is_hidden`;
    const notes = (
      await rpc("list_notes", { p_course_name: course, p_offset: 0, p_limit: 50 }).throwOnError()
    ).data;
    expect(
      addresses(notes.map(({ lecture_name, lecture_id }) => ({ name: lecture_name, lecture_id }))),
      "notes",
    ).toEqual(expected);

    const continued: Named[] = [];
    for (const { id } of rows) {
      await sql`delete from user_progress where user_id = ${ada.id}`;
      await sql`insert into user_progress (user_id, record_id, position_at) values (${ada.id}, ${id}, now())`;
      const [next] = (await rpc("continue_watching", { p_limit: 1 }).throwOnError()).data;
      continued.push({ name: next!.lecture_name, lecture_id: next!.lecture_id });
    }
    expect(addresses(continued), "what to continue with").toEqual(expected);

    const listed = await sql<{ entry: string }[]>`
      select unnest(sitemap_lectures(f)) as entry
      from generate_series(1, (select max(id) / private.sitemap_size() + 1 from lectures)::integer) f`;
    const mine = listed.map(({ entry }) => entry.split("\x1f")).filter(([id]) => id === page!.course_id);
    expect(mine.map(([, address]) => address).toSorted(), "sitemap").toEqual(
      Object.values(expected).toSorted(),
    );

    await sql`insert into private.video_health (video_id, state) select v, 'suspected' from unnest(${videos}::text[]) v`;
    await sql`insert into user_roles values (${ada.id}, 'viewer')`;
    const failing = (await rpc("admin_videos", { p_offset: 0, p_limit: 50 }).throwOnError()).data;
    const failingLectures = failing.flatMap(
      ({ lectures }) => lectures as (Named & { course_name: string })[],
    );
    expect(
      addresses(failingLectures.filter(({ course_name }) => course_name === course)),
      "failing videos",
    ).toMatchObject(expected);

    async function courseId() {
      const [summary] = await sql`select course_id from course_summaries where course_name = ${course}`;
      return summary!.course_id as string;
    }
  });
});
