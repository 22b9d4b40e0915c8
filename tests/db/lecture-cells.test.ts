import { afterEach, expect, test } from "vitest";
import { COLUMN_NAMES, COURSE_FIELDS, FIELDS } from "../../lib/lecture-import/columns.ts";
import { connect } from "./apis.ts";
import { insertLectures, removeCourse } from "./lectures.ts";

const sql = connect();
const course = "Cells of lectures";
afterEach(() => removeCourse(sql, course));

test("a text of a lecture is trimmed, and no longer than any file may have it", async () => {
  await insertLectures(sql, [{ course_name: course, lecture_name: "Refused" }]);
  const columns = await sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'lectures' and data_type = 'text'`;
  expect(columns.length).toBeGreaterThan(9);
  for (const { name } of columns)
    for (const text of [" x", "x ", `https://example.org/${"x".repeat(20_000)}`])
      await expect(
        sql`update lectures set ${sql({ [name]: text })} where "Course Name" = ${course}`,
        `${name}: ${text.slice(0, 30)}`,
      ).rejects.toThrow("violates check constraint");
});

test("a column of lectures is known to every function that has to know all of them", async () => {
  const cells = {
    ...Object.fromEntries(FIELDS.map((field) => [field, `Some ${field}`])),
    ...{ course_name: course, lecture_name: "Full", lecture_number: 1, view_rate: 1.5, views: 3 },
    image: "https://example.org/picture.png",
    youtube: "https://www.youtube.com/embed/abcdefghijk",
  };
  const noCells = Object.fromEntries(FIELDS.map((field) => [field, null]));
  const names = { course_name: course, lecture_name: "Almost empty" };
  await insertLectures(sql, [cells, { ...noCells, ...names }]);
  const [full] = await sql`
    select to_jsonb(l) - '{id,is_hidden}'::text[] as cells, private.lecture_json(l) as fields,
      private.lecture_columns(private.lecture_json(l)) as columns, private.course_json(l) as of_course
    from lectures l where "Course Name" = ${course} and "lecture name" = 'Full'`;
  const columns = Object.keys(full!.cells);
  expect(Object.values(full!.cells)).not.toContain(null);
  expect(columns.toSorted()).toEqual(Object.values(COLUMN_NAMES).toSorted());
  expect(Object.keys(full!.fields).toSorted()).toEqual(FIELDS.toSorted());
  expect(full!.columns).toEqual(full!.cells);
  const ofCourse = COURSE_FIELDS.filter((field) => field !== "course_name");
  expect(Object.keys(full!.of_course).toSorted()).toEqual(ofCourse.toSorted());

  const [digests] = await sql`
    select count(distinct private.lecture_digest(jsonb_populate_record(l, jsonb_build_object(c.name, null))))::integer
    from lectures l cross join unnest(${["", ...columns]}::text[]) c (name)
    where "Course Name" = ${course} and "lecture name" = 'Full'`;
  expect(digests?.count).toBe(columns.length + 1);

  const [written] = await sql`
    with wanted as (
      select jsonb_populate_record(e, to_jsonb(f) - '{id,lecture name}'::text[]) as lecture
      from lectures f join lectures e using ("Course Name")
      where f."Course Name" = ${course} and f."lecture name" = 'Full' and e."lecture name" = 'Almost empty'
    )
    select w.id from private.write_lectures(array(select lecture from wanted)) w`;
  const [copy] = await sql`
    select to_jsonb(l) - '{id,is_hidden}'::text[] as cells from lectures l where id = ${written!.id}`;
  expect(copy?.cells).toEqual({ ...full!.cells, "lecture name": "Almost empty" });
});
