import { z } from "zod";
import { downloadCsv } from "@/lib/api/download";
import { route } from "@/lib/api/route.server";
import { parseQuery } from "@/lib/catalogue/search";
import { EXPORT_PURPOSES, exportLectures } from "@/lib/lecture-import/export-lectures";

const exportSchema = z.object({
  q: z.string().optional(),
  for: z.enum(EXPORT_PURPOSES).default("spreadsheets"),
});

/**
 * `GET /api/lectures/export?q={text}&for=spreadsheets|exact`: the catalogue, or the lectures that the console lists
 * for `q`, as a CSV file whose import changes nothing; or 400, 401, 403. The download is aborted if reading fails.
 */
export const GET = route({ role: "viewer", query: exportSchema }, ({ client, query }) => {
  const text = parseQuery(query.q);
  const name = [text ? "lectures-found" : "lectures", query.for === "exact" && "exact"]
    .filter(Boolean)
    .join("-");
  return downloadCsv(exportLectures(client, { query: text, purpose: query.for }), name);
});
