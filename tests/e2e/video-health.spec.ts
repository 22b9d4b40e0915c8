import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { COLUMN_NAMES, FIELDS, type Field } from "../../lib/lecture-import/columns.ts";
import { isLongForm } from "../long-form.ts";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { playlist, toast } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const course = "/course/reports-of-videos";
const NAME = "Reports of videos";
const videos = ["reported-01", "reported-02", "reported-03"] as const;

/** Deletes the reports of players from this test and earlier ones. */
async function forget(sql: Sql): Promise<void> {
  await sql`delete from private.video_reports`;
  await sql`delete from private.video_health`;
  await sql`delete from video_lengths`;
}

test.beforeEach(async ({ catalogue, sql }) => {
  await forget(sql);
  await catalogue.add(
    ...videos.map((video, index) => ({
      course_name: NAME,
      seo_slug: "reports-of-videos",
      subject: "Physics",
      lecture_number: index + 1,
      lecture_name: index === 1 ? "=Second(lecture) of reports" : `Lecture ${index + 1} of reports`,
      youtube: `https://www.youtube.com/embed/${video}`,
    })),
  );
  await catalogue.expirePages();
});
test.afterEach(({ sql }) => forget(sql));

/** Opens a lecture with a clock that the test controls, and starts its player. */
async function play(page: Page, path: string): Promise<StandInPlayer> {
  await page.clock.install();
  await page.goto(path);
  return StandInPlayer.start(page);
}
const answer = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/video-reports"));
/** The reports about videos that the page sends from now on. */
function listReports(page: Page): object[] {
  const reports: object[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/video-reports")) reports.push(request.postDataJSON());
  });
  return reports;
}

test("a video that does not play is reported once, and leads on to the next lecture", async ({
  page,
  sql,
}) => {
  const reports = listReports(page);
  const player = await play(page, `${course}/1`);
  const reported = answer(page);
  await player.do("fail", 150);
  expect(await (await reported).json()).toEqual({ isCounted: true });
  await expect(page.getByRole("alert").getByText("Its owner allows it on YouTube only.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open on YouTube" })).toBeVisible();
  const [row] = await sql`select video_id, state, reason, reporters from private.video_health`;
  expect(row).toEqual({ video_id: videos[0], state: "suspected", reason: "not_embeddable", reporters: 1 });
  const [reporter] = await sql`select reporter from private.video_reports`;
  expect(reporter?.reporter).toMatch(/^[0-9a-f]{64}$/);

  await page.reload();
  await (await StandInPlayer.start(page)).do("fail", 150);
  await expect(page.getByText("Its owner allows it on YouTube only.")).toBeVisible();
  expect(reports).toHaveLength(1);
  expect(Object.keys(reports[0]!).sort()).toEqual(["code", "recordId"]);

  // An error of the browser is not one of the video, and there is no next lecture after the last one.
  await page.getByRole("link", { name: "Next lecture" }).first().click();
  await expect(page).toHaveURL(`${course}/2`);
  const other = await play(page, `${course}/3`);
  await other.do("fail", 5);
  await expect(page.getByText("This video could not be played.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next lecture" })).toHaveCount(0);
  expect(reports).toHaveLength(1);
});

test("a length is shown once two networks have told it, and each browser tells it once", {
  tag: "@long",
}, async ({ page, visitor, baseURL, outside, catalogue, sql }) => {
  outside.player.duration = 3000;
  const reports = listReports(page);
  const watch = async (who: Page) => {
    await play(who, `${course}/1`);
    const told = answer(who);
    await who.clock.runFor(25_000);
    expect(await (await told).json()).toEqual({ isCounted: true });
  };
  const length = page.getByText("50 min", { exact: true });
  const data = async () =>
    (await page.locator('script[type="application/ld+json"]').allTextContents()).join();
  await watch(page);
  await page.reload();
  await StandInPlayer.start(page);
  await page.clock.runFor(40_000);
  expect(reports).toEqual([{ recordId: expect.any(Number), played: true, duration: 3000 }]);
  await catalogue.expirePages();
  await page.goto(course);
  await expect(playlist(page)).toBeVisible();
  await expect(length).toHaveCount(0);

  const learner = await visitor();
  await signInAsNew(learner, baseURL!);
  // The database expires pages with lengths, unless it has done so within the last hour.
  await sql`update private.length_news set told_at = '-infinity'`;
  // Both browsers are of one network, from which two reports count as one.
  await sql`update private.video_reports set network = ${"e".repeat(64)}`;
  await watch(learner);
  await page.goto(course);
  await expect(playlist(page).getByText("50 min", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("definition").filter({ hasText: "50 min" })).toHaveText(
    "3 · 50 min1 of 3 lectures known",
  );
  expect(await data()).not.toContain("timeRequired");
  await page.goto(`${course}/1`);
  await expect(page.getByText("Lecture 1 of 3 · 50 min")).toBeVisible();
  expect(await data()).toContain('"duration":"PT50M"');
  await page.goto(`${course}/2`);
  expect(await data()).not.toContain('"duration"');
});

test.describe("administrators", () => {
  test.beforeEach(async ({ page, baseURL, sql }) => {
    await signInAsAdmin(page, baseURL!, sql);
    for (const [index, video] of videos.entries()) {
      await sql`
        insert into private.video_health (video_id, state, reason, reporters, first_bad, last_bad, last_played)
        values (${video}, ${index === 0 ? "gone" : "suspected"}, 'gone', ${3 - index}, '2026-11-20', '2026-11-22', ${index === 2 ? "2026-11-01" : null})`;
    }
  });
  const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
  const list = (page: Page) => page.getByRole("table", { name: /^Video health/ });

  test("see videos that do not play, hide them, show them again, and say that they work", async ({
    page,
    visitor,
  }) => {
    await page.goto("/admin-console");
    await page.getByRole("main").getByRole("link", { name: "Videos not playing 3" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Video health (3)");
    await expect(list(page).getByRole("columnheader")).toHaveText([
      "Lecture",
      "Reason",
      "Reporters",
      "Reported",
      "Last played",
      "Actions",
    ]);
    const row = rowOf(page, "Lecture 1 of reports");
    await expect(row.getByRole("cell").nth(1)).toHaveText("GoneNo longer on YouTube");
    await expect(row.getByRole("cell").nth(3)).toHaveText("Nov 20, 2026 to Nov 22, 2026");
    await expect(row.getByRole("link", { name: "Open Lecture 1 of reports" })).toHaveAttribute(
      "href",
      `${course}/1`,
    );
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (isLongForm || width === 1440) await expectNoViolations(page, `video health at ${width} px`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    const reader = await visitor();
    await reader.goto(course);
    await expect(playlist(reader).getByRole("link")).toHaveCount(3);
    await row.getByRole("button", { name: "Hide from the playlist" }).click();
    await expect(toast(page, "Hidden from the playlist")).toBeVisible();
    await expect(row.getByRole("cell").nth(1)).toContainText("Hidden");
    await expect(rowOf(page, "(lecture) of reports").getByRole("link", { name: /^Open/ })).toBeFocused();
    await reader.goto(course);
    await expect(playlist(reader).getByRole("link")).toHaveCount(2);
    expect((await reader.request.get(`${course}/1`)).status()).toBe(404);
    await row.getByRole("button", { name: "Show again" }).click();
    await expect(toast(page, "Shown again")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect((await reader.request.get(`${course}/1`)).status()).toBe(200);

    await rowOf(page, "(lecture) of reports").getByRole("button", { name: "It works for me" }).click();
    await expect(list(page).getByRole("row")).toHaveCount(2);
    await rowOf(page, "Lecture 3 of reports").getByRole("button", { name: "It works for me" }).click();
    await expect(page.getByRole("heading", { name: "Every video plays" })).toBeVisible();
    await expectNoViolations(page, "no failing videos");
  });

  test("replace a link, and download what is to be mended", async ({ page, sql, outside }) => {
    outside.expect(/status of 400/);
    await page.goto("/admin-console/videos");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download for an import" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("videos-not-playing.csv");
    const lines = Buffer.concat(await (await download.createReadStream()).toArray())
      .toString()
      .split("\r\n");
    expect(lines[0]).toBe(`\uFEFF${FIELDS.map((field) => COLUMN_NAMES[field]).join()}`);
    expect(lines).toHaveLength(5);
    const cells: Partial<Record<Field, string>> = {
      course_name: NAME,
      subject: "Physics",
      seo_slug: "reports-of-videos",
      lecture_number: "2",
      lecture_name: "'=Second(lecture) of reports",
      youtube: `https://www.youtube.com/embed/${videos[1]}`,
    };
    expect(lines[2]).toBe(FIELDS.map((field) => cells[field] ?? "").join());

    const row = rowOf(page, "Lecture 1 of reports");
    await row.getByRole("button", { name: "Replace link" }).click();
    const dialog = page.getByRole("dialog", { name: "Replace link" });
    const field = dialog.getByLabel("YouTube Link");
    await expect(field).toBeFocused();
    await expectNoViolations(page, "replace link");
    for (const [typed, message] of [
      ["https://example.com/watch?v=dQw4w9WgXcQ", "Not a link to a YouTube video"],
      [`https://youtu.be/${videos[0]}`, "That is the video it has now"],
    ] as const) {
      await field.fill(typed);
      await dialog.getByRole("button", { name: "Replace link" }).click();
      await expect(field).toHaveAccessibleDescription(message);
    }
    await field.fill("https://youtu.be/replacement");
    await field.press("Enter");
    await expect(toast(page, "The link was replaced")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
    const [lecture] = await sql`select youtube from lectures where "lecture name" = 'Lecture 1 of reports'`;
    expect(lecture?.youtube).toBe("https://www.youtube.com/embed/replacement");
  });
});
