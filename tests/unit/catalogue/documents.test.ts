import { expect, test } from "vitest";
import { describeCourse, describeLecture } from "../../../lib/catalogue/descriptions.ts";
import { posterDocument } from "../../../lib/catalogue/poster.ts";
import { sitemapIndexXml, sitemapXml } from "../../../lib/catalogue/sitemap.ts";
import { courseData, videoData } from "../../../lib/catalogue/structured-data.ts";
import { thumbnailId } from "../../../lib/catalogue/thumbnails.ts";
import { course, lecture } from "./course.ts";

test("a poster escapes the title and links to the player alone", () => {
  const html = posterDocument("abcdefghijk", `"><script>alert('x')</script>&`);
  expect(html).not.toContain("<script");
  expect(html).toContain("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;");
  expect(html.match(/href="([^"]*)"/)?.[1]).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk\?/,
  );
});

test("sitemaps escape what XML reserves", () => {
  expect(sitemapXml(["https://x.org/a?b=1&c='<"])).toContain(
    "<loc>https://x.org/a?b=1&amp;c=&apos;&lt;</loc>",
  );
  expect(sitemapIndexXml(["https://x.org/a&b"])).toContain("<loc>https://x.org/a&amp;b</loc>");
});

test("the thumbnail is the image's if it is YouTube's, else the video's", () => {
  const youtube = "https://www.youtube.com/embed/videovideo1";
  expect(thumbnailId({ image: "https://i.ytimg.com/vi/imageimage1/hqdefault.jpg", youtube })).toBe(
    "imageimage1",
  );
  expect(thumbnailId({ image: "https://evil.example/vi/imageimage1/hqdefault.jpg", youtube })).toBe(
    "videovideo1",
  );
  expect(thumbnailId({ image: null, youtube: null })).toBeNull();
});

test("descriptions say only what the rows say, in 160 characters", () => {
  const known = course({
    institution: "MIT",
    description: "Forces.",
    lectures: [lecture({ instructor: "Ada" })],
  });
  expect(describeCourse(known)).toBe("Forces. 1 free video lecture from MIT: A course.");
  expect(describeCourse(course())).toBe("1 free video lecture: A course.");
  expect(describeCourse(course({ institution: "A course" }))).toBe("1 free video lecture: A course.");
  expect(describeLecture(known, known.lectures[0])).toBe(
    "A lecture with Ada. A free video lecture of A course from MIT.",
  );
  expect(describeCourse(course({ description: "word ".repeat(100) })).length).toBeLessThanOrEqual(160);
  // A language without spaces, and a character of two code units at the end.
  const chinese = describeCourse(course({ description: `机器 ${"学习😀".repeat(100)}` }));
  expect([...chinese]).toHaveLength(160);
  expect(chinese.isWellFormed()).toBe(true);
});

test("structured data leaves out what is not known", () => {
  const bare = JSON.stringify([
    courseData("https://x.org", course()),
    videoData("https://x.org", course(), lecture()),
  ]);
  expect(bare).toContain('"description":"1 video lecture: A course"');
  for (const absent of [
    "provider",
    "about",
    "uploadDate",
    "duration",
    "interactionStatistic",
    "actor",
    "null",
    "undefined",
  ]) {
    expect(bare).not.toContain(absent);
  }
  const views = JSON.stringify(videoData("https://x.org", course(), lecture({ views: 12 })));
  expect(views).toContain('"userInteractionCount":12');
  expect(videoData("https://x.org", course(), lecture({ videoId: null }))).toBeNull();
});
