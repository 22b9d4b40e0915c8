import { downloadCsv } from "@/lib/api/download";
import { route } from "@/lib/api/route.server";
import { templateFile } from "@/lib/lecture-import/template";

/** `GET /api/lectures/template`: a CSV file with all columns of an import and two lectures as examples. */
export const GET = route({ role: "visitor" }, () => {
  const file = downloadCsv(templateFile(), "lectures-template");
  file.headers.set("Cache-Control", "public, max-age=3600");
  return file;
});
