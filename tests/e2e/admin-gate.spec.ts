import { readFile } from "node:fs/promises";
import { consoleRoles } from "../../lib/auth/roles.ts";
import { apiRoutes } from "../api-routes.ts";
import { isLongForm, share } from "../long-form.ts";
import { sessionCookie } from "./accounts.ts";
import { consolePages, findConsolePaths, standsIn, waysTo, wordsOf } from "./admin-addresses.ts";
import { invitePeople, type People } from "./admin-people.ts";
import { expect, test } from "./fixtures.ts";
import { type Answer, type Asked, ask, askRouter } from "./raw-request.ts";
import { startWithoutMiddleware } from "./second-app.ts";

const inOne = ({ headers, body }: Answer) => `${JSON.stringify(headers)}\n${body}`;
const withCookie = (asked: Asked, cookie: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...(cookie && { cookie }) },
});

/** The cookie of an administrator's session whose access token has expired; it can be renewed. */
function endedSession(baseURL: string, { session }: People): string {
  const [, claims = ""] = session.access_token.split(".");
  const { sub: userId } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const expiresAt = Math.floor(Date.now() / 1000) - 60;
  const { value } = sessionCookie(baseURL, { userId, secret: process.env.JWT_SECRET ?? "", expiresAt });
  const { access_token } = JSON.parse(Buffer.from(value.slice("base64-".length), "base64url").toString());
  const ended = { ...session, access_token, expires_at: expiresAt };
  return `lectern-session=base64-${Buffer.from(JSON.stringify(ended)).toString("base64url")}`;
}

/** The texts that every visitor may read. */
const readPublicTexts = (base: string) =>
  Promise.all(["/", "/auth", "/no-such-page"].map(async (path) => inOne(await ask(base, path))));

/** Expects a console page to be neither cached nor indexed, and to contain no token or key. */
function expectPrivate(path: string, { status, headers, body }: Answer, { session }: People) {
  expect(status, path).toBe(200);
  expect(headers["cache-control"], path).toBe("private, no-store");
  const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = process.env;
  const secrets = [
    session.access_token,
    session.refresh_token,
    SUPABASE_PUBLISHABLE_KEY,
    SUPABASE_SECRET_KEY,
  ];
  for (const secret of secrets) expect(inOne({ status, headers, body }).includes(secret), path).toBe(false);
}

/** The words of a page that only administrators may read; expects that administrators get them. None if it redirects. */
async function learnWords(
  base: string,
  path: string,
  people: People,
  publicTexts: string[],
): Promise<string[]> {
  const cookie = people.admin;
  const page = await ask(base, path, { headers: { cookie } });
  if (path === "/admin-console/edit") {
    expect([page.status, page.headers.location], path).toEqual([307, "/admin-console/courses"]);
    return [];
  }
  expectPrivate(path, page, people);
  expect(page.body, path).toContain('<meta name="robots" content="noindex');
  const words = wordsOf(page.body, consolePages.join(), ...publicTexts);
  expect(words, path).toContain("Admin Console");
  const asRouter = await askRouter(base, path, { headers: { cookie, rsc: "1" } });
  expectPrivate(path, asRouter, people);
  expect(words.filter((word) => asRouter.body.includes(word)).length, path).toBeGreaterThan(0);
  return words;
}

/** A page's path, and its turn among all pages, which share the callers and the ways to request a page. */
type ConsolePath = { path: string; turn: number; turns: number };

const takeTurns = (paths: readonly string[]): ConsolePath[] =>
  paths.map((path, turn) => ({ path, turn, turns: paths.length }));

/**
 * Tries all ways to a page as an ordinary user, who gets the furthest, and the usual ways as the other callers. In
 * the short form the other callers take turns, and the pages share the ways: a user always tries the first two usual
 * ways, and each unusual way on one page; every caller tries each usual way on at least one page.
 */
async function expectNothing(
  base: string,
  { path, turn, turns }: ConsolePath,
  words: string[],
  { outsiders }: People,
) {
  const isTurn = (index: number, parts: number) => isLongForm || index % parts === turn % parts;
  const others = Object.keys(outsiders).filter((who) => who !== "an ordinary user");
  for (const who of ["an ordinary user", ...share(others, others.length, turn % others.length)]) {
    const cookie = outsiders[who] ?? "";
    const plain = await ask(base, path, withCookie({}, cookie));
    expect([plain.status, plain.headers.location], `${who} at ${path}`).toEqual([307, "/"]);
    expect(plain.headers["cache-control"], `${who} at ${path}`).toBe("private, no-store");
    const isThorough = who === "an ordinary user";
    const ways = waysTo(path).filter(({ isUsual }, index) =>
      isThorough ? index < 2 || isTurn(index, isUsual ? 8 : turns) : isUsual && isTurn(index, 3),
    );
    const answers = await Promise.all(
      ways.map((way) => askRouter(base, way.path, withCookie(way.asked, cookie))),
    );
    for (const [index, answer] of answers.entries()) {
      const shown = words.filter((word) => standsIn(inOne(answer), word));
      expect(shown, `${who}: ${ways[index]?.name} (${answer.status})`).toEqual([]);
    }
  }
}

test("the tests know the console's pages and routes", () => {
  expect(consolePages).toEqual(
    expect.arrayContaining([
      "/admin-console",
      "/admin-console/add-lecture",
      "/admin-console/add-series",
      "/admin-console/files",
      "/admin-console/import",
      "/admin-console/lectures",
      "/admin-console/log",
      "/admin-console/tags",
      "/admin-console/users",
    ]),
  );
  expect(apiRoutes.filter(({ role }) => consoleRoles.some((one) => one === role)).length).toBeGreaterThan(5);
});

test("the middleware runs on the edge runtime and gates the console alone", async () => {
  const manifest = JSON.parse(await readFile(".next/server/middleware-manifest.json", "utf8"));
  expect(Object.keys(manifest.middleware)).toEqual(["/"]);
  expect(
    manifest.middleware["/"].matchers.map((matcher: { originalSource: string }) => matcher.originalSource),
  ).toEqual(["/admin-console/:path*"]);
});

test.describe("the content of the console", () => {
  test.setTimeout(300_000);

  test("goes only to administrators, and neither into a cache nor with a token or a key, also without the middleware, which alone renews an ended session", async ({
    sql,
    baseURL,
    client,
  }) => {
    const people = await invitePeople(sql, baseURL!, client);
    const publicTexts = await readPublicTexts(baseURL!);
    const paths = await findConsolePaths(sql);
    const words: Record<string, string[]> = {};
    for (const page of takeTurns(paths)) {
      words[page.path] = await learnWords(baseURL!, page.path, people, publicTexts);
      await expectNothing(baseURL!, page, words[page.path] ?? [], people);
      expect((await ask(baseURL!, page.path)).body.length, page.path).toBeLessThan(10);
    }

    const ended = { cookie: endedSession(baseURL!, people) };
    const app = await startWithoutMiddleware();
    try {
      const shown = await ask(app.address, "/admin-console", { headers: { cookie: people.admin } });
      expectPrivate("/admin-console", shown, people);
      for (const word of ["Admin Console", "Total Users"]) expect(shown.body).toContain(word);
      for (const page of takeTurns(share(paths, 4)))
        await expectNothing(app.address, page, words[page.path] ?? [], people);
      const refused = await ask(app.address, "/admin-console", { headers: ended });
      expect([refused.status, refused.headers["set-cookie"]]).toEqual([307, undefined]);
    } finally {
      await app.stop();
    }

    // The old token is no longer valid: the page is shown to the renewed session.
    const renewed = await ask(baseURL!, "/admin-console", { headers: ended });
    expect(renewed.status).toBe(200);
    expect(renewed.body).toContain("Admin Console");
    const [newSession, flag, ...more] = renewed.headers["set-cookie"] as string[];
    expect(newSession).toMatch(/^lectern-session=base64-[\w-]+; Path=\/;.* HttpOnly; SameSite=lax$/i);
    expect(flag).toMatch(/^lectern-signed-in=1; Path=\/;/);
    expect(more).toEqual([]);
    const next = { cookie: newSession!.split(";")[0]! };
    const again = await ask(baseURL!, "/admin-console", { headers: next });
    expect([again.status, again.headers["set-cookie"]]).toEqual([200, undefined]);
  });
});
