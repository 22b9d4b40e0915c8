import { expect, type Locator, type Page } from "@playwright/test";
import type postgres from "postgres";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { type Call, type Fault, sayings } from "./faults.ts";
import { answerUploads, fileField, importPage, progress } from "./imports.ts";

export type World = { page: Page; baseURL: string; sql: postgres.Sql };

/** Something that a person does, whose call may fail. */
export type Task = {
  name: string;
  call: Call;
  /** Whether it is left to the long form, because another one goes the same way. */
  isLong?: boolean;
  /** Whether it goes to another page: pages do not answer 401. */
  isNavigation?: boolean;
  /** Comes to the step that makes the call. */
  prepare: (world: World) => Promise<unknown>;
  /** What is needed next after a failure; pressing it does the step again, but for `again`. */
  next: (page: Page) => Locator;
  /** The step, where that is not to press `next`. */
  act?: (page: Page) => Promise<unknown>;
  again?: (page: Page) => Promise<unknown>;
  /** What was typed, answered or looked at, and is there after a failure. */
  keeps: (page: Page) => Promise<unknown>;
  /** What is said of a failure; null where the page overcomes it by itself. */
  says: (fault: Fault) => string | null;
  /** What shows that it has worked. */
  works: (page: Page) => Promise<unknown>;
};

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) =>
  page.locator("input, textarea").and(page.getByLabel(label, { exact: true }));
export const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
export const always = (said: string) => () => said;
export const tryAgain = (page: Page) => button(page, "Try again");

export async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export async function hasTyped(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

/** A form: what is typed into it is there after a failure. */
export function form(
  task: Pick<Task, "name" | "call" | "isLong" | "works"> & {
    open: (world: World) => Promise<unknown>;
    /** Of each run: an account is made once. */
    values: () => Record<string, string>;
    submit: string;
  },
): Task {
  const { open, values, submit, ...rest } = task;
  let typed: Record<string, string> = {};
  return {
    ...rest,
    prepare: async (world) => {
      await open(world);
      typed = values();
      await type(world.page, typed);
    },
    next: (page) => button(page, submit),
    keeps: (page) => hasTyped(page, typed),
    says: (fault) => sayings[fault],
  };
}

export const signIn = ({ page, baseURL }: World) => signInAsNew(page, baseURL);

/** Something that a page reads when it is opened. */
export const reading = (
  task: Pick<Task, "name" | "call" | "isLong" | "says" | "works"> & { path: string; keeps?: Task["keeps"] },
): Task => ({
  keeps: async () => {},
  ...task,
  prepare: signIn,
  act: (page) => page.goto(task.path),
  next: tryAgain,
});

export const openAccount = (change: string) => async (world: World) => {
  await signIn(world);
  await world.page.goto("/profile/account");
  await button(world.page, change).click();
};

export const openConsole =
  (path: string) =>
  async ({ page, baseURL, sql }: World) => {
    await signInAsAdmin(page, baseURL, sql);
    await page.goto(path);
  };

export const uploadRegion = (page: Page) => page.getByRole("region", { name: /^Upload/ });
export const chooseFile = (page: Page) =>
  fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
const isImporting = (page: Page) =>
  expect(progress(page)).toContainText("Processing: 0 of 134,000 rows (0 inserted)");

/** A step of an upload: the file that was chosen is there after a failure. */
export const upload = (task: Pick<Task, "name" | "call" | "isLong"> & Partial<Task>): Task => ({
  prepare: async (world) => {
    await answerUploads(world.page);
    await openConsole(importPage)(world);
    await expect(fileField(world.page)).toBeEnabled();
  },
  act: chooseFile,
  next: (page) => uploadRegion(page).getByRole("button", { name: "Try again" }),
  keeps: async () => {},
  says: (fault) => `Upload failed: ${sayings[fault]}`,
  works: isImporting,
  ...task,
});
