import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, holdRequests, texts, toast } from "./pages.ts";

const addTask = (page: Page) => page.getByRole("button", { name: "Add Task" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Task" });
const courseField = (page: Page) => page.getByRole("combobox", { name: "Course" });
const listOf = (page: Page, section: "Upcoming" | "Completed") =>
  page.getByRole("region", { name: section }).getByRole("listitem");
const done = (page: Page, topic: string) => page.getByRole("button", { name: `Done: ${topic}` });

const courseName = "Linear algebra: Vectors and spaces";

async function fill(page: Page, task: { course?: string; topic?: string; date?: string }) {
  await addTask(page).click();
  if (task.course) {
    await courseField(page).fill(task.course);
    await page.getByRole("option", { name: task.course, exact: true }).click();
  }
  if (task.topic) await dialog(page).getByLabel("Topic").fill(task.topic);
  if (task.date) await dialog(page).getByLabel("Date").fill(task.date);
  await dialog(page).getByRole("button", { name: "Add Task" }).click();
}

/** Each task as topic, course and date. */
const shown = async (page: Page, section: "Upcoming" | "Completed") =>
  Promise.all((await listOf(page, section).all()).map((task) => texts(task.locator("p"))));

test("learners start with two sample tasks, due in two days and in a week", async ({ page, catalogue }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 28, 12));
  const scripts = await holdRequests(page, /\/_next\/static\/.*\.js/);
  const response = await page.goto("/planner", { waitUntil: "domcontentloaded" });
  expect(response?.headers()["cache-control"]).toContain("s-maxage");
  const link = listOf(page, "Upcoming").first().getByRole("link");
  await link.focus();
  scripts();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Study Planner");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(page.getByText("Nov 30, 2026")).toBeVisible();
  await expect(link).toBeFocused();
  const tasks = await shown(page, "Upcoming");
  expect(tasks.map(([, , date]) => date)).toEqual(["Nov 30, 2026", "Dec 5, 2026"]);
  const courses = new Map((await catalogue.courses()).map((course) => [course.name, course.course_id]));
  for (const [index, [topic, course]] of tasks.entries()) {
    expect(topic).not.toBe("");
    await expect(listOf(page, "Upcoming").nth(index).getByRole("link")).toHaveAttribute(
      "href",
      coursePath(courses.get(course!)!),
    );
  }
  await expect(page.getByRole("heading", { name: "Completed" })).toHaveCount(0);
});

// Times around midnight in nights when clocks change; the calendar's unit tests check many more.
const nights = [
  ["America/Los_Angeles", "2026-10-30T23:59:30-07:00", ["Nov 1, 2026", "Nov 6, 2026"]],
  ["Europe/Berlin", "2026-10-25T00:00:30+02:00", ["Oct 27, 2026", "Nov 1, 2026"]],
  ["Pacific/Auckland", "2026-09-26T00:00:30+12:00", ["Sep 28, 2026", "Oct 3, 2026"]],
] as const;
for (const [timezoneId, now, due] of share(nights, 3)) {
  test(`tasks are due by the learner's own calendar: ${now} in ${timezoneId}`, async ({ visitor }) => {
    const page = await visitor({ timezoneId });
    await page.clock.setFixedTime(new Date(now));
    await page.goto("/planner");
    await expect(page.getByRole("main").locator("time")).toHaveText([...due]);
    // The picked day is the day that is shown.
    await fill(page, { course: courseName, topic: "Picked", date: "2026-03-08" });
    await expect(listOf(page, "Upcoming").first().locator("time")).toHaveText("Mar 8, 2026");
  });
}

test("learners cannot add a task without course, topic and date, and what they typed is still there after a stray Escape or click", async ({
  page,
}) => {
  await page.goto("/planner");
  for (const task of [
    { topic: "Spans", date: "2026-12-01" },
    {},
    { course: courseName, topic: "Spans" },
    { course: courseName, topic: "   ", date: "2026-12-01" },
  ]) {
    await fill(page, task);
    await expect(toast(page, "Please fill all fields").first()).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator("input[aria-invalid=true]").first()).toBeFocused();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(addTask(page)).toBeFocused();
  }
  await expect(listOf(page, "Upcoming")).toHaveCount(2);

  await addTask(page).click();
  await courseField(page).fill(courseName);
  await page.getByRole("option", { name: courseName, exact: true }).click();
  await dialog(page).getByLabel("Topic").fill("Spans");
  await dialog(page).getByLabel("Date").fill("2026-12-01");
  const closings: Record<string, () => Promise<void>> = {
    "the Escape key": () => page.keyboard.press("Escape"),
    "a click beside it": () => page.mouse.click(5, 5),
    "the Close button": () => dialog(page).getByRole("button", { name: "Close" }).click(),
  };
  for (const [name, close] of Object.entries(closings)) {
    await close();
    await expect(dialog(page), name).toHaveCount(0);
    await expect(addTask(page), name).toBeFocused();
    await addTask(page).click();
    await expect(courseField(page), name).toHaveValue(courseName);
    await expect(dialog(page).getByLabel("Topic"), name).toHaveValue("Spans");
  }
  await dialog(page).getByRole("button", { name: "Add Task" }).click();
  await expect(listOf(page, "Upcoming").filter({ hasText: "Spans" })).toContainText("Dec 1, 2026");
  // The form is empty again after a task was added or cancelled. The second half of a double click does not close it.
  await addTask(page).dblclick();
  await expect(courseField(page)).toHaveValue("");
  await dialog(page).getByLabel("Topic").fill("Bases");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await addTask(page).click();
  await expect(dialog(page).getByLabel("Topic")).toHaveValue("");
});

test("learners add tasks, see them by date and move them between Upcoming and Completed", async ({
  page,
}) => {
  await page.goto("/planner");
  await addTask(page).hover();
  await page.waitForLoadState("networkidle");
  // A second press while the form's rules are loaded adds no second task.
  const loadRules = await holdRequests(page, "**/_next/static/chunks/*.js");
  await fill(page, { course: courseName, topic: "  Last  ", date: "2099-01-31" });
  await dialog(page).getByRole("button", { name: "Add Task" }).click();
  loadRules();
  await expect(toast(page, "Study task added!")).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await fill(page, { course: courseName, topic: "First", date: "2020-02-29" });
  await expect(listOf(page, "Upcoming")).toHaveCount(4);
  const upcoming = await shown(page, "Upcoming");
  expect(upcoming[0]).toEqual(["First", courseName, "Feb 29, 2020"]);
  expect(upcoming[3]).toEqual(["Last", courseName, "Jan 31, 2099"]);

  await expect(done(page, "Last")).toHaveAttribute("aria-pressed", "false");
  await done(page, "Last").click();
  await expect(toast(page, "Task updated!")).toBeVisible();
  // Behind the new toast nothing of the text of the former one is seen.
  const former = toast(page, "Study task added!").locator("[data-content]").first();
  await expect(former).toHaveCSS("opacity", "0");
  await expect(done(page, "Last")).toHaveAttribute("aria-pressed", "true");
  await expect(done(page, "Last")).toBeFocused();
  await done(page, "First").click();
  await expect(listOf(page, "Completed")).toHaveCount(2);
  expect((await shown(page, "Completed")).map(([topic]) => topic)).toEqual(["First", "Last"]);
  for (const part of await listOf(page, "Completed").first().locator("p:not(:has(a)), a").all()) {
    await expect(part).toHaveCSS("text-decoration-line", "line-through");
  }
  const colorOf = (section: "Upcoming" | "Completed") =>
    listOf(page, section)
      .first()
      .locator("p")
      .first()
      .evaluate((it) => getComputedStyle(it).color);
  expect(await colorOf("Completed")).not.toBe(await colorOf("Upcoming"));
  await done(page, "First").click();
  await expect(listOf(page, "Upcoming")).toHaveCount(3);
  await done(page, "Last").click();
  await expect(page.getByRole("heading", { name: "Completed" })).toHaveCount(0);

  // The second half of a double click does not hit the task that has moved up.
  await done(page, (await shown(page, "Upcoming"))[0]![0]!).dblclick();
  await expect(listOf(page, "Upcoming")).toHaveCount(3);
  for (const [topic] of await shown(page, "Upcoming")) await done(page, topic!).click();
  await expect(page.getByText("No upcoming tasks. Add one to get started!", { exact: true })).toBeVisible();
  await expect(listOf(page, "Completed")).toHaveCount(4);
  // Tasks are kept only in the page's memory.
  await page.reload();
  await expect(page.getByRole("main").locator("time")).toHaveCount(2);
});

test("learners can choose any course from a list that loads when the dialog opens, again where it failed to", {
  tag: "@long",
}, async ({ page, catalogue, request, outside }) => {
  outside.expect(/Failed to load resource/);
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto("/planner");
  await page.waitForLoadState("networkidle");
  expect(asked).not.toContain("/api/courses");
  await page.route("**/api/courses", (route) => route.fulfill({ status: 500, body: "" }));
  await addTask(page).click();
  await expect(courseField(page)).toBeFocused();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByLabel("Topic").fill("Momentum");
  await page.unroute("**/api/courses");
  expect(asked.filter((path) => path === "/api/courses")).toHaveLength(1);
  await page.getByRole("button", { name: "Try again" }).click();
  // The field moves up when the message above it goes.
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(page.getByLabel("Topic")).toHaveValue("Momentum");
  await courseField(page).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(asked.filter((path) => path === "/api/courses")).toHaveLength(2);

  const courses = await catalogue.courses();
  const listed: [string, string][] = await (await request.get("/api/courses")).json();
  expect(listed.map(([, name]) => name).sort()).toEqual(courses.map(({ name }) => name).sort());
  expect(listed.every(([id]) => id !== "")).toBe(true);
  // Each course is found by typing its name; the exact match comes first.
  for (const { name } of courses.filter((_course, index) => index % 45 === 0)) {
    await courseField(page).fill(name);
    await expect(page.getByRole("option").first()).toHaveText(name);
  }
  // A fully typed name is accepted; other text is removed.
  await courseField(page).fill(courseName.toUpperCase());
  await page.keyboard.press("Tab");
  await expect(courseField(page)).toHaveValue(courseName);
  await courseField(page).fill("zzz");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(courseField(page)).toHaveValue(courseName);
  await courseField(page).fill("");
  await page.keyboard.press("Tab");
  await expect(courseField(page)).toHaveValue("");
});

test("learners can add a task with the keyboard alone, and the dialog gives the focus back", async ({
  page,
}) => {
  await page.goto("/planner");
  await expect(page.getByRole("main").locator("time")).toHaveCount(2);
  await addTask(page).focus();
  await page.keyboard.press("Enter");
  await expect(courseField(page)).toBeFocused();
  // The focus cycles within the dialog and never leaves it.
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press(press < 8 ? "Tab" : "Shift+Tab");
    expect(await dialog(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
  }
  await courseField(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(courseField(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const first = page.getByRole("option").first();
  await expect(courseField(page)).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id"))!);
  // The first Escape closes the list, the second the dialog.
  await page.keyboard.press("Escape");
  await expect(courseField(page)).toHaveAttribute("aria-expanded", "false");
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(addTask(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.type("vectors linear spaces");
  await expect(page.getByRole("option")).toHaveText([courseName]);
  await page.keyboard.press("Enter");
  await expect(courseField(page)).toHaveValue(courseName);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Bases");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12242026");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(addTask(page)).toBeFocused();
  await expect(done(page, "Bases")).toBeVisible();
  await expect(page.getByText("Dec 24, 2026")).toBeVisible();
  await done(page, "Bases").focus();
  await page.keyboard.press("Space");
  await expect(done(page, "Bases")).toHaveAttribute("aria-pressed", "true");
  await expect(done(page, "Bases")).toBeFocused();
});

test("the focus goes on from the open list of courses to the next field, by Tab and by the mouse", async ({
  page,
}) => {
  await page.goto("/planner");
  await addTask(page).click();
  await expect(courseField(page)).toBeFocused();
  await page.keyboard.type("linear");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Planes");
  await expect(dialog(page).getByLabel("Topic")).toHaveValue("Planes");
  await courseField(page).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await dialog(page).getByRole("heading").click();
  await expect(page.getByRole("option").first()).toBeHidden();
  await courseField(page).fill("linear");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog(page).getByRole("button", { name: "Close" })).toBeFocused();
});

test("phone users can reach everything in the dialog while the keyboard is open", { tag: "@long" }, async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 390, height: 360 }, hasTouch: true, isMobile: true });
  await page.goto("/planner");
  await addTask(page).tap();
  await courseField(page).tap();
  await courseField(page).fill("linear");
  const option = page.getByRole("option", { name: courseName, exact: true });
  await option.tap();
  await expect(courseField(page)).toHaveValue(courseName);
  await dialog(page).getByLabel("Topic").fill("Planes");
  await dialog(page).getByLabel("Date").fill("2026-12-24");
  const submit = dialog(page).getByRole("button", { name: "Add Task" });
  await submit.scrollIntoViewIfNeeded();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await submit.tap();
  await expect(done(page, "Planes")).toBeVisible();
});

test("axe finds nothing and nothing scrolls sideways, in every state, light and dark", async ({ page }) => {
  test.slow();
  const look = async (state: string, within = "main") => {
    await expectAccessible(page, state, "[data-sonner-toaster]");
    for (const target of await page.locator(within).locator("button, input, [role=option]").all())
      expect((await target.boundingBox())?.height, state).toBeGreaterThanOrEqual(44);
  };
  await page.goto("/planner");
  await expect(page.getByRole("main").locator("time")).toHaveCount(2);
  await look("start");
  await addTask(page).click();
  await expect(courseField(page)).toBeFocused();
  await look("dialog", "[role=dialog]");
  await dialog(page).getByRole("button", { name: "Add Task" }).click();
  await look("missing fields", "[role=dialog]");
  await courseField(page).fill("linear");
  await expect(page.getByRole("option").first()).toBeVisible();
  await look("list", "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (const [topic] of await shown(page, "Upcoming")) await done(page, topic!).click();
  await expect(listOf(page, "Completed")).toHaveCount(2);
  await look("empty and completed");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("visitors without JavaScript see what the planner is", async ({ page }) => {
    await page.goto("/planner");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Study Planner");
    await expect(listOf(page, "Upcoming")).toHaveCount(2);
  });
});
