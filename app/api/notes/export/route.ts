import { z } from "zod";
import { download } from "@/lib/api/download";
import { jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { getSiteUrl } from "@/lib/env";
import { zipNotes } from "@/lib/notes/archive";
import { fileNames, groupNotes, toMarkdown } from "@/lib/notes/markdown";
import { noteMessages } from "@/lib/notes/messages";
import { listNotes } from "@/lib/notes/queries.server";

const courseSchema = z.object({ course: z.string().min(1).optional() });

/**
 * `GET /api/notes/export?course={name}`: the signed-in user's notes of a course as Markdown; without `course`, of all
 * courses as a zip file with one file per course. Or 400, 401, and 404 if there are no notes.
 */
export const GET = route({ role: "user", query: courseSchema }, async ({ client, query }) => {
  const courses = groupNotes(await listNotes(client, query.course));
  // Under a former name of a course, notes of the courses come along that its lectures are in now.
  const only = courses.find(({ name }) => name === query.course) ?? courses[0];
  if (!only) return jsonError(404, noteMessages.none);
  const options = { site: getSiteUrl(), date: new Date().toISOString().slice(0, 10) };
  if (query.course === undefined) return download(zipNotes(courses, options), "notes.zip", "application/zip");
  const [name = ""] = fileNames([only]);
  return download(toMarkdown(only, options), name, "text/markdown; charset=utf-8");
});
