import type postgres from "postgres";
import { insertLectures, lectureRow } from "../db/lectures.ts";
import { SEARCHED } from "../db/search-comparison.ts";

type CourseRow = {
  name: string;
  course_id: string;
  subject: string | null;
  institution: string | null;
  instructor: string | null;
  description: string | null;
  lecture_count: number;
};
type LectureRow = {
  lecture_id: string;
  number: number | null;
  name: string;
  keywords: string | null;
  video_id: string | null;
};
export type Found = { name: string; lecture_id: string; course_name: string };

/**
 * The content of the database, read by SQL from the lecture rows themselves. Tests compare pages with it,
 * so it uses neither the app's queries nor the database's derived tables.
 */
export class Catalogue {
  private readonly changed = new Set<string>();

  private readonly sql: postgres.Sql;

  constructor(sql: postgres.Sql) {
    this.sql = sql;
  }

  private get courseRows() {
    const first = (column: string) => this.sql`(array_agg(${this.sql(column)} order by "Lecture Number", id)
      filter (where ${this.sql(column)} is not null))[1]`;
    return this.sql`
      select "Course Name" as name, coalesce(${first("SEO:Slug")}, "Course Name") as course_id,
        ${first("Subject")} as subject, ${first("Insitution")} as institution,
        ${first("Instructor")} as instructor, ${first("Course Description")} as description,
        count(*)::int as lecture_count, max("View Rate") as view_rate
      from lectures group by "Course Name"`;
  }

  /** Subjects in the order of the home page. */
  subjects(): Promise<{ name: string; course_count: number }[]> {
    return this.sql`
      select "Subject" as name, count(distinct "Course Name")::int as course_count from lectures
      where "Subject" is not null group by "Subject" order by 2 desc, 1`;
  }

  /** Subjects in the order of the list of all subjects. */
  subjectsByName(): Promise<{ name: string; course_count: number }[]> {
    return this.sql`
      select "Subject" as name, count(distinct "Course Name")::int as course_count from lectures
      where "Subject" is not null group by "Subject" order by lower("Subject"), "Subject"`;
  }

  /** The courses that have lectures of a subject. */
  private coursesOf(subject: string) {
    return this.sql`
      (${this.courseRows}) courses
      join (
        select "Course Name" as name, max("View Rate") as subject_rate, count(*) as subject_lectures
        from lectures where "Subject" = ${subject} group by 1
      ) of_subject using (name)`;
  }

  /** The first four courses of a subject on the home page. */
  homeCourses(subject: string): Promise<CourseRow[]> {
    return this.sql`
      select * from ${this.coursesOf(subject)}
      order by subject_rate desc nulls last, subject_lectures desc, lower(name), name limit 4`;
  }

  /** The courses of a subject in the order of its page, or all courses. */
  courses(subject?: string): Promise<CourseRow[]> {
    if (subject !== undefined)
      return this.sql`
        select * from ${this.coursesOf(subject)} order by subject_rate desc nulls last, lower(name), name`;
    return this.sql`
      select * from (${this.courseRows}) courses order by view_rate desc nulls last, lower(name), name`;
  }

  coursesNamed(names: string[]): Promise<CourseRow[]> {
    return this.sql`select * from (${this.courseRows}) courses where name = any(${names})`;
  }

  /** Courses in an order determined by a seed. */
  shuffledCourses(seed: string, limit: number) {
    return this.sql<CourseRow[]>`
      select * from (${this.courseRows}) courses
      where lecture_count > 1
      order by md5(name || ${seed}) limit ${limit}`;
  }

  /** A course and its subject of typical size, always the same ones. */
  async usualCourse(): Promise<CourseRow & { subject: string }> {
    const [course] = await this.sql<(CourseRow & { subject: string })[]>`
      with courses as (${this.courseRows}), subjects as (
        select subject from courses group by subject having count(*) between 15 and 60
      )
      select * from courses join subjects using (subject)
      where lecture_count between 6 and 12 order by md5(name) limit 1`;
    return course!;
  }

  lectures(courseName: string): Promise<LectureRow[]> {
    return this.sql`
      select ${this.lectureId} as lecture_id, "Lecture Number" as number, "lecture name" as name,
        "Keywords" as keywords, substring(youtube from '[^/]+$') as video_id
      from lectures l where "Course Name" = ${courseName} order by "Lecture Number" nulls last, id`;
  }

  /** The search, exactly as the specification defines it. */
  search(query: string): Promise<Found[]> {
    const pattern = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
    const isFound = [...SEARCHED.course, ...SEARCHED.lecture]
      .map((column) => this.sql`${this.sql(column)} ilike ${pattern}`)
      .reduce((found, next) => this.sql`${found} or ${next}`);
    return this.sql`
      select "lecture name" as name, ${this.lectureId} as lecture_id, "Course Name" as course_name
      from lectures l
      where ${isFound}
      order by "View Rate" desc nulls last, id limit 500`;
  }

  /** Paths of every course and every lecture there is. */
  async paths(): Promise<{ courses: string[]; lectures: string[] }> {
    const courses = await this.sql`select course_id from (${this.courseRows}) courses`;
    const lectures = await this.sql`
      select courses.course_id, ${this.lectureId} as lecture_id
      from lectures l join (${this.courseRows}) courses on courses.name = l."Course Name"`;
    const coursePath = (id: string) => `/course/${encodeURIComponent(id)}`;
    return {
      courses: courses.map(({ course_id }) => coursePath(course_id)),
      lectures: lectures.map(
        ({ course_id, lecture_id }) => `${coursePath(course_id)}/${encodeURIComponent(lecture_id)}`,
      ),
    };
  }

  private get lectureId() {
    return this.sql`case
      when "Lecture Number" is null then 'lecture-' || l.id
      when exists (select from lectures o where o."Course Name" = l."Course Name"
        and o."Lecture Number" = l."Lecture Number" and o.id < l.id) then "Lecture Number" || '-' || l.id
      else "Lecture Number"::text end`;
  }

  /** Adds lectures in the same way as an import; they are removed after the test. */
  async add(...rows: Parameters<typeof lectureRow>[0][]): Promise<void> {
    const lectures = rows.map(lectureRow);
    for (const { lecture_name } of lectures) this.changed.add(lecture_name);
    await insertLectures(this.sql, lectures);
  }

  /** Expires the app's cached pages, as the end of an import does. */
  async expirePages(): Promise<void> {
    await this.sql`update cache_tags set version = version + 1`;
  }

  /** Removes the lectures that the test added. */
  async restore(): Promise<void> {
    if (this.changed.size === 0) return;
    await this.sql`delete from lectures where "lecture name" = any(${[...this.changed]})`;
    await this.sql`delete from import_jobs where file_path like 'test/%'`;
    this.changed.clear();
  }
}
