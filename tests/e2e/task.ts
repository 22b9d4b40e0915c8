import { expect, type Locator, type Page } from "@playwright/test";
import type postgres from "postgres";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { type Call, type Fault, sayings } from "./faults.ts";
import { answerUploads, fileField, importPage, progress } from "./imports.ts";

type World = { page: Page; baseURL: string; sql: postgres.Sql };

/** A user action whose request may fail. */
export type Task = {
  name: string;
  call: Call;
  /**
   * The fault that the task meets in the short form. Only the long form runs a task without one, because another task
   * or test uses the same code.
   */
  fault?: Fault;
  /** Whether the task navigates to another page: pages do not answer 401. */
  isNavigation?: boolean;
  /** Goes to the step that sends the request. */
  prepare: (world: World) => Promise<unknown>;
  /** The element to press after a failure to repeat the step, unless `again` is given. */
  next: (page: Page) => Locator;
  /** The step, if it is not a press on `next`. */
  act?: (page: Page) => Promise<unknown>;
  again?: (page: Page) => Promise<unknown>;
  /** Checks that what was typed, answered or viewed is still there after a failure. */
  keeps: (page: Page) => Promise<unknown>;
  /** The message for a failure; null if the page recovers by itself. */
  says: (fault: Fault) => string | null;
  /** Checks that the step has succeeded. */
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

/** A form, whose typed values are kept after a failure. */
export function form(
  task: Pick<Task, "name" | "call" | "fault" | "works"> & {
    open: (world: World) => Promise<unknown>;
    /** Called for each run, because an account can be created only once. */
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

/** A request that a page sends when it is opened. */
export const reading = (
  task: Pick<Task, "name" | "call" | "says" | "works"> & { path: string; keeps?: Task["keeps"] },
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

/** A step of an upload, which keeps the chosen file after a failure. */
export const upload = (task: Pick<Task, "name" | "call"> & Partial<Task>): Task => ({
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
