import type { Locator } from "@playwright/test";
import { isLongForm } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { recordShifts } from "./layout-shifts.ts";
import {
  collapse,
  coursePath,
  holdRequests,
  hrefs,
  lecturePath,
  playlist,
  poster,
  shortCourse,
  subjectPath,
  texts,
} from "./pages.ts";

// Random courses. A failed run prints its seed; E2E_SEED=… picks the same courses again.
const seed = process.env.E2E_SEED ?? String(Math.floor(Math.random() * 1e6));

const picks = isLongForm ? 6 : 1;
for (let pick = 0; pick < picks; pick++) {
  test(`course ${pick + 1} of ${picks} picked by chance`, async ({ page, catalogue }) => {
    const course = (await catalogue.shuffledCourses(seed, picks))[pick]!;
    test.info().annotations.push({ type: "course", description: `${course.name} (E2E_SEED=${seed})` });
    const lectures = await catalogue.lectures(course.name);
    await test.step(`${course.name} (E2E_SEED=${seed})`, async () => {
      await page.goto(coursePath(course.course_id));
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(collapse(course.name));
      await expect(main.getByText(`Lecture 1 of ${lectures.length}`, { exact: true })).toBeVisible();
      await expect(main.getByRole("link", { name: course.subject!, exact: true })).toHaveAttribute(
        "href",
        subjectPath(course.subject!),
      );
      await expect(poster(page).getByRole("link")).toHaveAccessibleName(`Play: ${lectures[0]!.name}`);

      const details = main.locator("dl > div");
      const instructor = (course.instructor ?? "").split(",").map(collapse).find(Boolean) ?? "N/A";
      expect(await texts(details)).toEqual([
        `Instructor${instructor}`,
        `Institution${collapse(course.institution ?? "N/A")}`,
        `Lessons${lectures.length.toLocaleString("en-US")}`,
        "ProgressSign in to track",
      ]);
      const signIn = details.getByRole("link", { name: "Sign in to track" });
      await expect(signIn).toHaveAttribute(
        "href",
        `/auth?next=${encodeURIComponent(coursePath(course.course_id))}`,
      );
      if (course.description) await expect(main.getByText(course.description, { exact: true })).toBeVisible();

      const known = new Set(
        lectures.flatMap(({ keywords }) => (keywords ?? "").split(",").map(collapse).filter(Boolean)),
      );
      const badges = await texts(main.getByRole("list", { name: "Keywords" }).getByRole("listitem"));
      const distinct = new Set([...known].map((keyword) => keyword.toLowerCase()));
      expect(badges).toHaveLength(Math.min(10, distinct.size));
      for (const badge of badges) expect(known).toContain(badge);

      const others = (await catalogue.courses(course.subject!)).filter(({ name }) => name !== course.name);
      const similar = await hrefs(page.getByRole("region", { name: "Similar Courses" }).getByRole("link"));
      expect(similar).toHaveLength(Math.min(5, others.length));
      expect(new Set(similar).size).toBe(similar.length);
      for (const href of similar)
        expect(others.map(({ course_id }) => coursePath(course_id))).toContain(href);

      const entries = playlist(page).getByRole("listitem");
      const hasNumbers = lectures.some(({ number }) => number !== null);
      expect(await texts(entries)).toEqual(
        lectures.map(
          ({ number, name }, index) => `${number ?? (hasNumbers ? "–" : index + 1)}${collapse(name)}`,
        ),
      );
      expect(await hrefs(entries.getByRole("link"))).toEqual(
        lectures.map(({ lecture_id }) => lecturePath(course.course_id, lecture_id)),
      );
    });

    // The second lecture, to step back from, and the last one, far down in the list.
    for (const index of [...new Set([1, lectures.length - 1])]) {
      const lecture = lectures[index]!;
      await test.step(`lecture ${lecture.lecture_id}: ${lecture.name} (E2E_SEED=${seed})`, async () => {
        const box = playlist(page).getByRole("list").locator("xpath=..");
        const entry = playlist(page).getByRole("listitem").nth(index);
        await entry.getByRole("link").click();
        await expect(page).toHaveURL(lecturePath(course.course_id, lecture.lecture_id));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(collapse(lecture.name));
        await expect(playlist(page).locator("[aria-current=true]")).toHaveCount(1);
        // This also loads the lecture by its own URL, not only by a click.
        if (index === lectures.length - 1) await page.reload();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(collapse(lecture.name));
        await expect(entry.getByRole("link")).toHaveAttribute("aria-current", "true");
        await expect(async () => {
          const [outer, inner] = [(await box.boundingBox())!, (await entry.boundingBox())!];
          expect(inner.y).toBeGreaterThanOrEqual(outer.y - 1);
          expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 1);
        }).toPass();
        const position = `Lecture ${index + 1} of ${lectures.length}`;
        await expect(page.getByText(position, { exact: true })).toBeVisible();
        await expect(page.locator("iframe")).toHaveAttribute(
          "src",
          new RegExp(`/embed/${lecture.video_id}$`),
        );

        const steps = page.getByRole("navigation", { name: "Lectures" });
        expect(await hrefs(steps.getByRole("link"))).toEqual(
          [lectures[index - 1], lectures[index + 1]].flatMap((other) =>
            other ? [lecturePath(course.course_id, other.lecture_id)] : [],
          ),
        );
        await steps.getByRole("link", { name: "Previous lecture" }).click();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(collapse(lectures[index - 1]!.name));
      });
    }
  });
}

test("a course's name leads to it as well, its slug is the canonical address", async ({
  page,
  catalogue,
}) => {
  const [course] = await catalogue.shuffledCourses(seed, 1);
  expect(course!.course_id).not.toBe(course!.name);
  expect((await page.goto(coursePath(course!.name)))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(collapse(course!.name));
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
  expect(new URL(canonical!).pathname).toBe(coursePath(course!.course_id));
});

test("visitors with room for it can have the player as wide as the page, and keep their notes open, the next time as well", async ({
  page,
  outside,
}) => {
  const shifts = await recordShifts(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(lecturePath(shortCourse.id, "1"));
  const theatre = page.getByRole("button", { name: "Theatre" });
  const measure = async () => {
    const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
    return {
      player: await boxOf(page.locator("iframe")),
      page: await boxOf(page.getByRole("heading", { level: 1 }).locator("xpath=..")),
      playlist: await boxOf(playlist(page)),
      details: await boxOf(page.locator("main dl")),
    };
  };
  await expect(theatre).toHaveAttribute("aria-pressed", "false");
  const before = await measure();
  expect(before.playlist.x).toBeGreaterThan(before.player.x + before.player.width);
  await theatre.click();
  await expect(theatre).toHaveAttribute("aria-pressed", "true");
  await expect(theatre).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Notes", exact: true }).click();

  const loadScripts = await holdRequests(page, /\/_next\/static\/.*\.js/);
  await page.goto(lecturePath(shortCourse.id, "2"), { waitUntil: "domcontentloaded" });
  const early = await measure();
  loadScripts();
  await expect(page.getByText("No notes in this lecture yet.")).toBeVisible();
  expect(await measure()).toEqual(early);
  const { player, playlist: list, details } = early;
  expect(player.width).toBeGreaterThan(1180);
  expect(player.width / player.height).toBeCloseTo(16 / 9, 1);
  // The parts below are arranged from left to right in document order.
  expect(list.y).toBeGreaterThan(player.y + player.height);
  expect(details.y).toBeCloseTo(list.y, 0);
  expect(details.x).toBeGreaterThan(list.x + list.width);
  await expect(theatre).toHaveAttribute("aria-pressed", "true");
  await outside.settle(page);
  expect(await shifts()).toEqual([]);

  await page.setViewportSize({ width: 1279, height: 900 });
  await expect(theatre).toBeHidden();
  const narrow = await measure();
  expect(narrow.playlist.x).toBeGreaterThan(narrow.player.x + narrow.player.width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await theatre.click();
  await page.reload();
  await expect(theatre).toHaveAttribute("aria-pressed", "false");
  expect((await measure()).player.width).toBeCloseTo(before.player.width, 0);
});
