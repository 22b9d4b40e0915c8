import { expect, test } from "./fixtures.ts";
import { lecturePath, playlist, searchPath, subjectPath } from "./pages.ts";

const script = "<script>window.ran=1</script>";
const image = `"><img src=x onerror="window.ran=2">`;
const closing = "</script></title></style><svg onload=window.ran=3>";
const bidi = "\u202Eevil\u202C \u2066x\u2069 \u200F'\"&amp;";
const name = `Hostile ${closing}${image}`;
const courseId = `javascript:window.ran=4 "'><b>`;
const subject = `Hostile ${script}`;

const hostile = {
  course_name: name,
  course_description: `${closing}${script}${image}${bidi}`,
  subject,
  instructor: `${script}, ${image}`,
  institution: image,
  seo_slug: courseId,
  image: `https://evil.example/x.jpg"onerror="window.ran=5`,
  keywords: `${script}, ${image}, javascript:window.ran=6, ${bidi}`,
  view_rate: 1e11,
};

test("texts of a row are never more than texts, and no frame is made of them", async ({
  page,
  catalogue,
}) => {
  const id = "zzzzzzzzzzz";
  const video = { ...hostile, lecture_name: `With video ${closing}${image}`, lecture_number: 2 };
  await catalogue.add(
    { ...hostile, lecture_name: `Without ${script}${bidi}`, lecture_number: 1, youtube: null },
    { ...video, youtube: `https://www.youtube.com/embed/${id}` },
  );
  await catalogue.revalidate();

  const addresses = [
    "/",
    subjectPath(subject),
    lecturePath(courseId, "1"),
    lecturePath(courseId, "2"),
    `/course/${encodeURIComponent(courseId)}`,
    `/course/${encodeURIComponent(name)}`,
    searchPath(script),
    searchPath(`Hostile ${closing}`),
    searchPath(bidi.trim()),
  ];
  for (const address of addresses) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await expect(page.getByText(/Hostile <|With video <|Without </).first(), address).toBeVisible();
    expect(await page.evaluate(() => (window as { ran?: number }).ran), address).toBeUndefined();
    for (const frame of page.frames())
      expect(await frame.locator("[onerror], [onload], script[src=''], b, img[src=x]").count()).toBe(0);
    const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
    for (const text of scripts) expect(JSON.parse(text)).toHaveProperty("@context", "https://schema.org");
    const links = await page
      .locator("a")
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).protocol));
    expect(new Set(links)).toEqual(new Set([new URL(page.url()).protocol]));
  }

  await page.goto(lecturePath(courseId, "1"));
  await expect(page.getByText("This lecture has no video.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await playlist(page).getByRole("listitem").nth(1).getByRole("link").click();
  await expect(page.locator("iframe")).toHaveAttribute("src", `https://www.youtube-nocookie.com/embed/${id}`);
  const play = page.frameLocator("iframe").getByRole("link");
  await expect(play).toHaveAccessibleName(`Play: With video ${closing}${image}`);
  await play.click();
  await expect(page.frameLocator("iframe").getByText("Player stub")).toBeVisible();
});
