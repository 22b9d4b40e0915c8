import type { Locator, Page } from "@playwright/test";
import type postgres from "postgres";
import { collapse } from "./pages.ts";

export const title = (page: Page) => page.getByRole("heading", { level: 1 });
export const rows = (page: Page) => page.getByRole("table").getByRole("row");
export const pager = (page: Page) => page.getByRole("navigation", { name: "Pages" });
export const count = (number: number) => number.toLocaleString("en-US");

/** The text of the cells of each row, without the header row; a dash if there is no value. */
export const cells = (table: Locator) =>
  table.locator("tbody tr").evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => {
        const shown = cell.cloneNode(true) as HTMLElement;
        for (const hidden of shown.querySelectorAll(".sr-only")) hidden.remove();
        return (shown.textContent ?? "").replace(/\s+/g, " ").trim();
      }),
    ),
  );

/** The rows of lectures that the table must show. */
export async function lectureRows(sql: postgres.Sql, offset: number): Promise<string[][]> {
  const found = await sql`
    select "Course Name" as course, "lecture name" as name, "Subject" as subject,
      "Instructor" as instructor, "Views"::float8 as views
    from lectures order by "Course Name", "Lecture Number" nulls last, id offset ${offset} limit 50`;
  return found.map(({ course, name, subject, instructor, views }) => [
    collapse(course),
    collapse(name),
    collapse(subject ?? "—"),
    collapse(instructor ?? "—"),
    views === null ? "—" : count(views),
  ]);
}
