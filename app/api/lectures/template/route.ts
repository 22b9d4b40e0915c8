import { route } from "@/lib/api/route.server";
import { templateFile } from "@/lib/lecture-import/template";

/** `GET /api/lectures/template`: a CSV file with all columns of an import and two lectures as examples. */
export const GET = route(
  { role: "visitor" },
  () =>
    new Response(templateFile(), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="lectures-template.csv"',
        "Cache-Control": "public, max-age=3600",
      },
    }),
);
