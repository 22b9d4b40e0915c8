import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const entries = [
  ["Dashboard", "/admin-console"],
  ["Lectures", "/admin-console/lectures"],
  ["Courses", "/admin-console/courses"],
  ["Subjects", "/admin-console/subjects"],
  ["Add Lecture", "/admin-console/add-lecture"],
  ["Add Lecture Series", "/admin-console/add-series"],
  ["Tags", "/admin-console/tags"],
  ["Quizzes", "/admin-console/quizzes"],
  ["Users", "/admin-console/users"],
  ["Files", "/admin-console/files"],
  ["Video health", "/admin-console/videos"],
  ["Activity log", "/admin-console/log"],
  ["Import Data", "/admin-console/import"],
] as const;
/** The entries without the last one, the import page. */
export const ours = entries.slice(0, -1);

export const menu = (page: Page) => page.getByRole("navigation", { name: "Admin Console" });
export const toggle = (page: Page) => page.getByRole("button", { name: "Side menu" });
export const widthOf = async (page: Page) => (await menu(page).boundingBox())?.width;
export const menuCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "lectern-side-menu");

/** The account menu appears once the page is hydrated. */
export const expectReady = (page: Page) =>
  expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();

/** Opens a page of the console and waits until it is hydrated. */
export async function openConsole(page: Page, path = "/admin-console"): Promise<void> {
  await page.goto(path);
  await expectReady(page);
}
