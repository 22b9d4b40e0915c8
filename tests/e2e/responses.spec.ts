import { expect, test } from "./fixtures.ts";
import { filesOf, listPages } from "./pages.ts";

test("public pages set no cookie and are the same for every visitor", async ({ catalogue, request }) => {
  for (const { path, status } of Object.values(await listPages(catalogue))) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(status);
    expect(answer.headers()["set-cookie"], path).toBeUndefined();
    expect(answer.headers().vary ?? "", path).not.toMatch(/cookie/i);
  }
});

test("catalogue pages are rendered once and shared", async ({ request, catalogue }) => {
  const pages = await listPages(catalogue);
  for (const kind of ["home", "all subjects", "subject", "course", "lecture"] as const) {
    await request.get(pages[kind].path);
    const answer = await request.get(pages[kind].path, { headers: { cookie: "some=body" } });
    expect(answer.headers()["x-nextjs-cache"], kind).toBe("HIT");
    expect(answer.headers()["cache-control"], kind).toMatch(/s-maxage=\d{3,}/);
    expect(answer.headers()["cache-control"], kind).not.toMatch(/private|no-store/);
    const again = await request.get(pages[kind].path, {
      headers: { "if-none-match": answer.headers().etag! },
    });
    expect(again.status(), kind).toBe(304);
  }
  for (const path of ["/course/no-such-course", "/courses/none", "/course/none/1", "/no-such-page"])
    for (const _time of ["first", "kept by the app"])
      expect((await request.get(path)).headers()["cache-control"] ?? "", path).not.toMatch(
        /max-age=[1-9]\d{2}/,
      );
});

test("files are answered whole, whatever part is asked for", async ({ request }) => {
  const { scripts } = await filesOf(request, "/");
  for (const path of [scripts[0]!, "/data/Master_-_Lectern-7.csv"]) {
    const whole = await (await request.get(path)).body();
    for (const range of ["bytes=5-2", "bytes=99999999-", "bytes=-5", "bytes=0-0", "parts"]) {
      const answer = await request.get(path, { headers: { range } });
      expect(answer.status(), `${path} ${range}`).toBe(200);
      expect((await answer.body()).equals(whole), `${path} ${range}`).toBe(true);
    }
  }
});

test("a page keeps nothing of the query and the headers of whoever asked for it first", async ({
  request,
  catalogue,
}) => {
  const pages = await listPages(catalogue);
  const paths = ["home", "subject", "course", "lecture"] as const;
  for (const path of [...paths.map((kind) => pages[kind].path), "/auth/confirm", "/no-such-page"]) {
    await catalogue.expirePages();
    const headers = { "content-security-policy": "script-src 'nonce-only-for-ada'" };
    const first = await request.get(`${path}?token_hash=only-for-ada`, { headers });
    expect(await first.text(), path).not.toContain("only-for-ada");
    const second = await request.get(`${path}?token_hash=only-for-grace`);
    expect(await second.text(), path).not.toContain("only-for");
    if (second.ok()) expect(second.headers()["x-nextjs-cache"], path).toBe("HIT");
  }
});

test("every kind of answer carries the security headers", async ({ request, catalogue }) => {
  const pages = Object.values(await listPages(catalogue)).map(({ path }) => path);
  const { scripts, styles } = await filesOf(request, "/");
  // Next redirects these by itself.
  const redirected: Record<string, string> = {
    "/auth/?next=%2Fplanner": "/auth?next=%2Fplanner",
    "/courses/All/": "/courses/All",
  };
  const others = [
    ...Object.keys(redirected),
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/api/health",
  ];
  for (const path of [...pages, ...others, scripts[0]!, styles[0]!]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const headers = answer.headers();
    if (path in redirected) expect([answer.status(), headers.location]).toEqual([308, redirected[path]]);
    const policy = Object.fromEntries(
      (headers["content-security-policy"] ?? "").split("; ").map((part) => {
        const [name, ...values] = part.split(" ");
        return [name, values.join(" ")];
      }),
    );
    expect(policy, path).toMatchObject({
      "default-src": "'self'",
      "connect-src": "'self'",
      "frame-src": "'self' https://www.youtube-nocookie.com",
      "object-src": "'none'",
      "base-uri": "'self'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
    expect(policy["script-src"], path).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(headers, path).toMatchObject({
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": expect.stringMatching(/^max-age=\d{7,}/),
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
});

test("scripts and styles are sent as the browser can read them, and may be kept for a year", async ({
  request,
}) => {
  const { scripts, styles } = await filesOf(request, "/");
  for (const path of [scripts[0]!, styles[0]!]) {
    const get = (encoding: string) => request.get(path, { headers: { "accept-encoding": encoding } });
    const plain = await get("identity");
    expect(plain.headers()["content-encoding"], path).toBeUndefined();
    for (const [accepted, sent] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, deflate", "gzip"],
    ] as const) {
      const answer = await get(accepted);
      expect(answer.headers(), path).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": sent,
        "content-type": plain.headers()["content-type"],
        vary: "Accept-Encoding",
      });
      expect(Number(answer.headers()["content-length"]), path).toBeLessThan((await plain.body()).length);
      expect(await answer.text(), path).toBe(await plain.text());
    }
  }
  expect((await request.get("/_next/static/chunks/no-such-script.js")).status()).toBe(404);
});
