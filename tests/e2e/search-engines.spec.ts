import type { APIRequestContext, Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { listPages, type PageKind } from "./pages.ts";

type Asker = { page: Page; request: APIRequestContext };

/**
 * What a page tells search engines and link previews in the HTML as sent, because not every crawler runs scripts: the
 * page that the browser shows only parses it.
 */
async function readHead({ page, request }: Asker, path: string) {
  const html = await (await request.get(path)).text();
  const head = await page.evaluate((html) => {
    const source = new DOMParser().parseFromString(html, "text/html");
    const all = (selector: string) => [...source.querySelectorAll(selector)];
    const content = (selector: string) =>
      all(selector).map((tag) => tag.getAttribute("content") ?? tag.getAttribute("href") ?? "");
    const meta = (name: string) => content(`head meta[name="${name}"], head meta[property="${name}"]`);
    return {
      title: source.title,
      headings: all("h1").map(({ textContent }) => textContent ?? ""),
      description: meta("description"),
      canonical: content("head link[rel=canonical]"),
      robots: meta("robots").join(),
      og: {
        title: meta("og:title"),
        description: meta("og:description"),
        image: meta("og:image"),
        url: meta("og:url"),
      },
      twitter: meta("twitter:card"),
      // biome-ignore lint/suspicious/noExplicitAny: structured data has any shape
      data: all('script[type="application/ld+json"]').map((script): any =>
        JSON.parse(script.textContent ?? ""),
      ),
      signIns: all('a[href^="/auth"]').map((link) => link.getAttribute("rel")),
    };
  }, html);
  return { html, ...head };
}

const structured: [PageKind, types: string[]][] = [
  ["home", []],
  ["all subjects", ["BreadcrumbList"]],
  ["subject", ["BreadcrumbList", "ItemList"]],
  ["course", ["BreadcrumbList", "Course"]],
  ["lecture", ["BreadcrumbList", "VideoObject"]],
];

for (const [kind, types] of structured) {
  test(`${kind}: title, description, address, picture, structured data`, async ({
    page,
    catalogue,
    request,
  }) => {
    const { path } = (await listPages(catalogue))[kind];
    const head = await readHead({ page, request }, path);
    const site = /Sitemap: (.*)\/sitemap\.xml/.exec(await (await request.get("/robots.txt")).text())![1]!;
    expect(head.headings).toHaveLength(1);
    const heading = head.headings[0]!;
    expect(head.title).toContain(heading);
    expect(head.title).toContain("Lectern");
    expect(head.description).toEqual([expect.stringMatching(/^.{20,160}$/)]);
    expect(head.canonical.map((url) => new URL(url).href)).toEqual([new URL(path, site).href]);
    expect(head.robots).not.toContain("noindex");
    expect(head.og.title).toEqual([expect.stringContaining(heading)]);
    expect(head.og.description).toEqual(head.description);
    expect(head.og.url).toEqual(head.canonical);
    expect(head.og.image).toEqual([expect.stringMatching(/^https?:\/\//)]);
    const image = new URL(head.og.image![0]!);
    if (image.hostname !== "i.ytimg.com") {
      const picture = await request.get(image.pathname + image.search);
      expect(picture.status()).toBe(200);
      expect(picture.headers()["content-type"]).toMatch(/^image\//);
    }
    expect(head.twitter).toEqual(["summary_large_image"]);
    expect(head.data.map((item) => item["@type"])).toEqual(expect.arrayContaining(types));
    for (const item of head.data) expect(item["@context"]).toBe("https://schema.org");
    const strings =
      JSON.stringify(head.data).match(/"(url|item|image|thumbnailUrl|embedUrl)":"[^"]*"/g) ?? [];
    for (const text of strings) expect(text).toMatch(/^"\w+":"https?:\/\//);
    // Facts that are in no row of the catalogue.
    const invented = /uploadDate|datePublished|dateCreated|aggregateRating|ratingValue|video:duration/i;
    expect(head.html.match(invented)).toBeNull();
    expect(JSON.stringify(head.data).match(/"(duration|review|ratingCount)"/)).toBeNull();
  });
}

test("structured data agrees with the catalogue", async ({ page, request, catalogue }) => {
  const pages = await listPages(catalogue);
  const course = await catalogue.usualCourse();
  const lecture = (await catalogue.lectures(course.name))[2]!;
  const byType = async (kind: PageKind) =>
    Object.fromEntries(
      (await readHead({ page, request }, pages[kind].path)).data.map((item) => [item["@type"], item]),
    );

  const subject = await byType("subject");
  const courses = await catalogue.courses(course.subject);
  expect(subject.ItemList.numberOfItems).toBe(courses.length);
  const listed: { position: number; name: string; url: string }[] = subject.ItemList.itemListElement;
  expect(listed.map(({ name }) => name)).toEqual(courses.map(({ name }) => name));
  expect(listed.map(({ position }) => position)).toEqual(courses.map((_course, index) => index + 1));

  const onCourse = await byType("course");
  expect(onCourse.Course).toMatchObject({
    name: course.name,
    description: course.description ?? expect.stringMatching(/./),
    provider: { "@type": "Organization", name: course.institution },
  });
  expect(new URL(onCourse.Course.url).pathname).toBe(pages.course.path);
  const crumbs: { position: number; item: string }[] = onCourse.BreadcrumbList.itemListElement;
  expect(crumbs.map(({ position, item }) => [position, new URL(item).pathname])).toEqual([
    [1, "/"],
    [2, pages.subject.path],
    [3, pages.course.path],
  ]);

  const onLecture = await byType("lecture");
  expect(onLecture.BreadcrumbList.itemListElement).toHaveLength(4);
  expect(onLecture.VideoObject).toMatchObject({
    name: lecture.name,
    description: expect.stringMatching(/./),
    thumbnailUrl: expect.stringContaining("https://i.ytimg.com/vi/"),
    embedUrl: `https://www.youtube.com/embed/${lecture.video_id}`,
    isPartOf: { "@type": "Course", name: course.name },
  });
});

const unlisted = [
  "search, start",
  "search, results",
  "search, none found",
  "unknown subject",
  "unknown course",
  "unknown path",
] as const;
for (const kind of share(unlisted, 2, 1)) {
  test(`${kind}: not for search engines`, async ({ page, request, catalogue }) => {
    const head = await readHead({ page, request }, (await listPages(catalogue))[kind].path);
    expect(head.robots).toContain("noindex");
    expect(head.canonical).toEqual([]);
    expect(head.data).toEqual([]);
  });
}

test("search engines are led to signing in from no page, and are told not to list it", async ({
  page,
  request,
  catalogue,
}) => {
  const pages = Object.values(await listPages(catalogue)).filter(({ status }) => status === 200);
  for (const path of [...pages.map(({ path }) => path), "/profile", "/planner", "/tests"]) {
    const { signIns } = await readHead({ page, request }, path);
    expect([...new Set(signIns)], path).toEqual(["nofollow"]);
  }
  for (const path of ["/auth", "/auth?next=%2Fplanner", "/auth/new-password", "/auth/confirm"]) {
    expect((await readHead({ page, request }, path)).robots, path).toContain("noindex");
  }
});
