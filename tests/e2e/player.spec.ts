import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, lecturePath, playlist, poster } from "./pages.ts";

test.describe("with nothing cached", () => {
  // A picture that another test has cached is not requested.
  test.use({ hasNewContexts: true });

  for (const way of share(["a click", "the Enter key"], 2)) {
    test(`nothing comes from YouTube but pictures until ${way} starts the player`, async ({
      page,
      catalogue,
      outside,
    }) => {
      const [course] = await catalogue.shuffledCourses("player", 1);
      const [lecture] = await catalogue.lectures(course!.name);
      await page.goto(coursePath(course!.course_id));
      const frame = page.locator("iframe");
      await expect(frame).toHaveCount(1);
      await expect(frame).toHaveAttribute("title", `Video: ${lecture!.name}`);
      const play = poster(page).getByRole("link", { name: `Play: ${lecture!.name}` });
      await expect(play).toBeVisible();
      await expect(poster(page).locator("img")).toHaveJSProperty("complete", true);
      await outside.settle(page);
      expect(outside.picturesOf(lecture!.video_id!)).toContain("hqdefault");
      expect([...new Set(outside.requests.map((url) => new URL(url).hostname))]).toEqual(["i.ytimg.com"]);

      if (way === "a click") await play.click();
      else {
        await page
          .getByRole("main")
          .getByRole("heading", { level: 1 })
          .locator("..")
          .getByRole("link")
          .focus();
        await page.keyboard.press("Tab");
        await expect(play).toBeFocused();
        await page.keyboard.press("Enter");
      }
      await expect(poster(page).getByText("Player stub")).toBeVisible();
      const player = page.frames().find((candidate) => candidate !== page.mainFrame())!;
      const address = new URL(player.url());
      expect(address.origin + address.pathname).toBe(
        `https://www.youtube-nocookie.com/embed/${lecture!.video_id}`,
      );
      expect(address.searchParams.get("autoplay")).toBe("1");
      // Without a referrer YouTube refuses to play (error 153).
      expect(await player.evaluate(() => document.referrer)).toBe(`${new URL(page.url()).origin}/`);
      await expect(frame).toHaveAttribute("allow", /autoplay/);
      await expect(frame).toHaveAttribute("allowfullscreen", "");
      await expect(page).toHaveURL(coursePath(course!.course_id));
    });
  }
});

test("another lecture brings its own poster, also after one has played", { tag: "@long" }, async ({
  page,
  catalogue,
}) => {
  const [course] = await catalogue.shuffledCourses("player", 1);
  const lectures = await catalogue.lectures(course!.name);
  await page.goto(coursePath(course!.course_id));
  const entries = await page.evaluate(() => history.length);
  await poster(page).getByRole("link").click();
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await playlist(page).getByRole("listitem").nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(lectures[1]!.name);
  await expect(poster(page).getByRole("link", { name: `Play: ${lectures[1]!.name}` })).toBeVisible();
  // One step back leaves the lecture page; the player has added no history entry.
  await page.goBack();
  await expect(page).toHaveURL(coursePath(course!.course_id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course!.name);
});

test("a lecture whose name is markup plays under that name, and one without a video says so", async ({
  page,
  catalogue,
}) => {
  const name = `Named </script></title></style><svg onload=window.ran=1>"><img src=x onerror="window.ran=2">`;
  const course = { course_name: "Lectures named by markup", seo_slug: "named-by-markup" };
  await catalogue.add(
    { ...course, lecture_name: "Without a video", lecture_number: 1, youtube: null },
    {
      ...course,
      lecture_name: name,
      lecture_number: 2,
      youtube: "https://www.youtube.com/embed/zzzzzzzzzzz",
    },
  );
  await catalogue.expirePages();
  await page.goto(lecturePath(course.seo_slug, "1"));
  await expect(page.getByText("This lecture has no video.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await playlist(page).getByRole("listitem").nth(1).getByRole("link").click();
  const play = poster(page).getByRole("link");
  await expect(play).toHaveAccessibleName(`Play: ${name}`);
  await play.click();
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  for (const frame of page.frames())
    expect(await frame.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
});
