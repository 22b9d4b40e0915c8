import type postgres from "postgres";
import { afterEach, beforeEach } from "vitest";
import { clientOf } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import type { Api } from "./start-backends.ts";

export const COURSE = "Failing course";
export const OTHER = "Other failing course";
export const SUBJECT = "Failures";
export const [first, second] = ["failing-one", "failing-two"];
export const embed = (id: string) => `https://www.youtube.com/embed/${id}`;
export const reporter = (name: string) => name.padEnd(64, ".");

/** Two courses with two videos, one of which is in both courses, and functions that report these videos. */
export function prepareReports(api: Api, sql: postgres.Sql) {
  const service = clientOf(api, "secretKey");
  /** The ids of the lectures of both courses. */
  const ids: number[] = [];

  beforeEach(async () => {
    const lecture = (course_name: string, lecture_number: number, video: string) =>
      lectureRow({
        course_name,
        subject: SUBJECT,
        seo_slug: `${course_name} slug`,
        lecture_number,
        lecture_name: `Lecture ${lecture_number} of failures`,
        youtube: embed(video),
        image: `https://i.ytimg.com/vi/${video}/hqdefault.jpg`,
      });
    await insertLectures(sql, [
      lecture(COURSE, 1, first),
      lecture(COURSE, 2, second),
      lecture(OTHER, 1, first),
    ]);
    const rows = await sql`select id from lectures where "Course Name" = any(${[COURSE, OTHER]}) order by id`;
    ids.splice(0, Infinity, ...rows.map(({ id }) => Number(id)));
  });
  afterEach(async () => {
    await removeCourse(sql, COURSE, OTHER);
    await sql`delete from private.video_reports`;
    await sql`delete from private.video_health`;
    await sql`delete from video_lengths`;
  });

  const report = async (
    who: string,
    code = 100,
    { lecture = ids[0]!, duration = 3000, network = who } = {},
  ) =>
    (
      await service
        .rpc("report_video", {
          p_record_id: lecture,
          p_reporter: reporter(who),
          p_code: code,
          ...(code === 0 && { p_duration: duration, p_network: reporter(network) }),
        })
        .throwOnError()
    ).data;
  const play = (who: string, duration?: number) => report(who, 0, { duration });
  const daysPass = async (days: number) => {
    await sql`update private.video_reports set day = day - ${days}::int, reported_at = reported_at - make_interval(days => ${days})`;
    await sql`
      update private.video_health set last_bad = last_bad - make_interval(days => ${days}),
        last_played = last_played - make_interval(days => ${days}), reviewed_at = reviewed_at - make_interval(days => ${days})`;
    await sql`update video_lengths set expires_at = expires_at - make_interval(days => ${days})`;
  };
  const health = async (video = first) =>
    (await sql`select state, reason, reporters from private.video_health where video_id = ${video}`)[0];

  return { service, ids, report, play, daysPass, health };
}
