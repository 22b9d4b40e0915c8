import type { Page } from "@playwright/test";
import type postgres from "postgres";
import { lecturePath, shortCourse } from "./pages.ts";

/** The lecture whose notes are taken. */
export const lecture = lecturePath(shortCourse.id, "1");

export const field = (page: Page) => page.getByRole("textbox", { name: /^Note at/ });
export const save = (page: Page) => page.getByRole("button", { name: /^Save (note|bookmark)$/ });
export const list = (page: Page) => page.getByRole("list", { name: "Notes in this lecture" });
export const items = (page: Page) => list(page).getByRole("listitem");
export const noteButton = (page: Page, time: RegExp | string) =>
  page.getByRole("button", { name: new RegExp(`^Note at ${time}`) });

/** Opens the lecture, begins a note and types its text. */
export async function writeNote(page: Page, text: string): Promise<void> {
  await page.goto(lecture);
  await noteButton(page, "0:00").click();
  await field(page).fill(text);
}

/** The stored notes of an account, in the order of their times. */
export const notesOf = (sql: postgres.Sql, email: string) => sql`
  select n.id, at_seconds, until_seconds, body, course_name, lecture_name
  from notes n join auth.users u on u.id = n.user_id where email = ${email} order by at_seconds`;
