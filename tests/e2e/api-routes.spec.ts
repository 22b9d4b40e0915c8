import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { type AttemptKind, attemptKey } from "../../lib/auth/attempt-key.ts";
import { apiRoutes } from "../api-routes.ts";
import { share } from "../long-form.ts";
import { externalSupabase } from "../product.ts";
import { addAccount, newEmail, password, post, sessionCookie, signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { ask } from "./raw-request.ts";

const now = () => Math.floor(Date.now() / 1000);
/** Routes that only signed-in users may call. */
const personal = apiRoutes.filter(({ role }) => role === "user" || role === "session");
/** Valid bodies for routes that leave the check of the caller to the database. */
const bodies: Record<string, object> = {
  "/api/watching": { items: [{ recordId: 1, position: 1, duration: 9, watched: [[0, 1]], ago: 0 }] },
};
/** Routes that may change data and so accept only requests from the site's own pages; bearer tokens are exempt. */
const changing = apiRoutes.filter(
  ({ method, role }) => !["GET", "HEAD"].includes(method) && role !== "bearer" && role !== "installation",
);

test("there are personal and changing routes to try", () => {
  expect(personal.length).toBeGreaterThanOrEqual(5);
  expect(changing.length).toBeGreaterThanOrEqual(12);
});

test("personal routes refuse visitors, and expired and forged sessions", async ({ baseURL, sql }) => {
  const email = newEmail();
  await addAccount(email);
  const [user] = await sql`select id from auth.users where email = ${email}`;
  const made = (secret: string, expiresAt: number) =>
    sessionCookie(baseURL!, { userId: user?.id, secret, expiresAt }).value;
  const secret = process.env.JWT_SECRET ?? "";
  const invalid = Object.entries({
    nonsense: "base64-nonsense",
    expired: made(secret, now() - 60),
    forged: made("another secret", now() + 3600),
  });
  const { origin } = new URL(baseURL!);
  const headers = { origin, "content-type": "application/json" };
  for (const [index, { method, path }] of personal.entries()) {
    const call = (more: Record<string, string> = {}) =>
      ask(baseURL!, path, {
        method,
        headers: { ...headers, ...more },
        ...(method === "POST" && bodies[path] && { body: JSON.stringify(bodies[path]) }),
      });
    const answers = { none: await call() };
    // All routes share one rule, so in the short form the invalid sessions take turns.
    for (const [kind, value] of share(invalid, invalid.length, index % invalid.length))
      Object.assign(answers, { [kind]: await call({ cookie: `lectern-session=${value}` }) });
    for (const [kind, { status, body }] of Object.entries(answers))
      expect([status, JSON.parse(body)], `${method} ${path}, ${kind}`).toEqual([
        401,
        { message: "User not authenticated" },
      ]);
  }
});

test("cookies that hold no session are a visitor's, whatever they hold, and are removed", async ({
  baseURL,
}) => {
  const whole = { access_token: "a.b.c", refresh_token: "r", expires_at: 9e9 };
  const damaged = [
    {},
    { ...whole, access_token: 1 },
    { ...whole, access_token: "a.b\nforged line" },
    { ...whole, access_token: "中.b.c" },
    { ...whole, refresh_token: "\0" },
    { ...whole, expires_at: "x" },
  ];
  const send = (path: string, session: object, init: RequestInit = {}) => {
    const cookie = `lectern-session=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
    return fetch(`${baseURL}${path}`, { redirect: "manual", headers: { cookie, origin: baseURL! }, ...init });
  };
  const removed = (answer: Response) =>
    answer.headers.getSetCookie().filter((cookie) => /^lectern-session=;.*Max-Age=0/i.test(cookie));
  for (const session of damaged) {
    for (const [path, status] of [
      ["/api/viewer", 401],
      ["/admin-console", 307],
    ] as const) {
      const answer = await send(path, session);
      expect([answer.status, removed(answer)], JSON.stringify(session)).toEqual([
        status,
        [expect.any(String)],
      ]);
    }
    const signedOut = await send("/api/auth/sign-out", session, { method: "POST" });
    expect([signedOut.status, removed(signedOut)]).toEqual([200, [expect.any(String)]]);
  }
  // A session that cannot be renewed has ended: there is nothing to sign out of.
  const ended = await send("/api/auth/sign-out", { ...whole, expires_at: 1 }, { method: "POST" });
  expect([ended.status, removed(ended)]).toEqual([200, [expect.any(String)]]);
});

test("changing routes refuse other origins", async ({ request, baseURL }) => {
  await signInAsNew(request, baseURL!);
  const origins = ["https://evil.example", "null", "", `${new URL(baseURL!).origin}.evil.example`];
  for (const [index, { method, path }] of changing.entries()) {
    // All routes share one rule, so in the short form each route is tested with one of the origins.
    for (const origin of share(origins, origins.length, index % origins.length)) {
      const answer = await request.fetch(path, { method, data: {}, headers: { origin } });
      expect(answer.status(), `${method} ${path}, ${origin}`).toBe(403);
      expect(await answer.json()).toEqual({ message: "Requests from other sites are not allowed" });
    }
  }
  // The session is still valid: not even a sign-out was accepted.
  expect((await request.get("/api/viewer")).status()).toBe(200);
});

test("a call of a page that acts for another account is refused", async ({ request, baseURL }) => {
  await signInAsNew(request, baseURL!);
  const { id } = await (await request.get("/api/viewer")).json();
  const origin = new URL(baseURL!).origin;
  for (const { method, path } of personal) {
    const data = method === "GET" ? {} : { data: {} };
    const headers = { origin, "lectern-account": crypto.randomUUID() };
    const answer = await request.fetch(path, { method, headers, ...data });
    expect([answer.status(), (await answer.json()).code], `${method} ${path}`).toEqual([
      409,
      "other_account",
    ]);
  }
  const own = await request.get("/api/viewer", { headers: { "lectern-account": id } });
  expect(own.status()).toBe(200);
});

test("progress is not saved for a page of another site", async ({ request, baseURL, sql }) => {
  const email = await signInAsNew(request, baseURL!);
  const headers = { origin: "https://evil.example" };
  const answer = await request.put("/api/progress", { headers, data: { recordId: 1, completed: true } });
  expect(answer.status()).toBe(403);
  expect(
    await sql`select 1 from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`,
  ).toHaveLength(0);
});

test("a learner cannot write progress in the name of another", async ({ request, baseURL, client, sql }) => {
  const email = await signInAsNew(request, baseURL!);
  const [user] = await sql`select id from auth.users where email = ${email}`;
  const other = await client();
  await signInAsNew(other, baseURL!);
  const headers = { origin: new URL(baseURL!).origin };
  for (const field of ["userId", "user_id"]) {
    const answer = await other.put("/api/progress", {
      headers,
      data: { recordId: 1, completed: true, [field]: user?.id },
    });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).message).toBeTruthy();
  }
  expect(await sql`select 1 from user_progress where user_id = ${user?.id}`).toHaveLength(0);
});

test("bad bodies get a 400, unknown lectures a 404, wrong methods a 405", async ({ request, baseURL }) => {
  await signInAsNew(request, baseURL!);
  const headers = { origin: new URL(baseURL!).origin, "content-type": "application/json" };
  for (const data of [
    "",
    "{",
    "[]",
    "null",
    '{"recordId":"1","completed":true}',
    '{"recordId":-1,"completed":true}',
    '{"recordId":1}',
  ]) {
    const answer = await request.put("/api/progress", { headers, data });
    expect(answer.status(), data).toBe(400);
    expect((await answer.json()).message).toBeTruthy();
  }
  expect(
    (
      await request.put("/api/progress", { headers, data: { recordId: 999_999_999, completed: true } })
    ).status(),
  ).toBe(404);
  expect((await request.put("/api/progress", { headers, data: "x".repeat(20_000) })).status()).toBe(413);
  expect((await request.delete("/api/progress", { headers })).status()).toBe(405);
});

test("a session near its end is refreshed, and its new tokens are kept", async ({
  page,
  baseURL,
  context,
}) => {
  await signInAsNew(page, baseURL!);
  const [before] = (await context.cookies()).filter(({ name }) => name === "lectern-session");
  const session = JSON.parse(Buffer.from(before!.value.replace("base64-", ""), "base64url").toString());
  const aged = { ...session, expires_at: now() + 5 };
  await context.addCookies([
    {
      name: "lectern-session",
      value: `base64-${Buffer.from(JSON.stringify(aged)).toString("base64url")}`,
      url: baseURL!,
    },
  ]);
  expect((await page.request.get("/api/viewer")).status()).toBe(200);
  const [after] = (await context.cookies()).filter(({ name }) => name === "lectern-session");
  const renewed = JSON.parse(Buffer.from(after!.value.replace("base64-", ""), "base64url").toString());
  expect(renewed.refresh_token).not.toBe(session.refresh_token);
  expect(renewed.expires_at).toBeGreaterThan(now() + 60);
  expect((await page.request.get("/api/viewer")).status()).toBe(200);
});

/** Prolongs the blocks that `fail` causes, which last only seconds, so that they still apply on a slow machine. */
async function failAndHoldBlocks(sql: Sql, fail: () => Promise<unknown>): Promise<number> {
  const known = await sql<{ key: string }[]>`select key from private.sign_in_attempts`;
  await fail();
  const { count } = await sql`
    update private.sign_in_attempts set blocked_until = clock_timestamp() + interval '1 minute'
    where blocked_until > '-infinity' and key <> all (${known.map(({ key }) => key)})`;
  return count;
}

test("an account whose sign-in failed five times has to wait, even with the right password", async ({
  request,
  client,
  baseURL,
  sql,
}) => {
  const owner = await client();
  const email = await signInAsNew(owner, baseURL!);
  const attempt = (secret: string, host: number) =>
    post(request, baseURL!, "/api/auth/sign-in", { email, password: secret }, `198.51.100.${host}`);
  const blocks = await failAndHoldBlocks(sql, async () => {
    const failures = Array.from({ length: 5 }, (_, host) => attempt("wrong password", host));
    for (const failure of await Promise.all(failures)) expect(failure.status()).toBe(401);
  });
  expect(blocks).toBe(1);
  const refused = await attempt(password, 99);
  expect(refused.status()).toBe(429);
  expect((await refused.json()).message).toMatch(
    /^Too many failed attempts\. Please try again in \d+ seconds?\.$/,
  );
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  // A browser that has signed in to this account before is not blocked by the failures of others.
  const signIn = { email, password };
  expect((await post(owner, baseURL!, "/api/auth/sign-in", signIn, "198.51.100.99")).status()).toBe(200);
});

/** Has three failed attempts of a kind from an address count as 58: two more, and the address has to wait. */
async function countAs58(sql: Sql, kind: AttemptKind, address: string): Promise<void> {
  const key = attemptKey(kind, "address", address, process.env.SUPABASE_SECRET_KEY ?? "");
  const { count } =
    await sql`update private.sign_in_attempts set failures = 58 where key = ${key} and failures = 3`;
  expect(count).toBe(1);
}

test("asking for many mails from an address holds no sign-in up there", async ({ request, baseURL, sql }) => {
  const email = newEmail();
  await addAccount(email);
  const address = "203.0.113.8";
  const recover = async () =>
    (await post(request, baseURL!, "/api/auth/recover", { email: newEmail("nobody") }, address)).status();
  await failAndHoldBlocks(sql, async () => {
    expect(await Promise.all([recover(), recover(), recover()])).toEqual([200, 200, 200]);
    await countAs58(sql, "recovery", address);
    for (let more = 0; more < 2; more++) expect(await recover()).toBe(200);
  });
  expect(await recover()).toBe(429);
  expect((await post(request, baseURL!, "/api/auth/sign-in", { email, password }, address)).status()).toBe(
    200,
  );
});

test("calls that another site makes its visitors send hold no sign-in up at their address", async ({
  request,
  baseURL,
}) => {
  const email = newEmail();
  await addAccount(email);
  const address = "203.0.113.9";
  const headers = { origin: "https://evil.example", "x-forwarded-for": address };
  const call = async () =>
    (await ask(baseURL!, "/api/auth/sign-in", { method: "POST", headers, body: "x" })).status;
  expect(new Set(await Promise.all(Array.from({ length: 130 }, call)))).toEqual(new Set([403]));
  expect((await post(request, baseURL!, "/api/auth/sign-in", { email, password }, address)).status()).toBe(
    200,
  );
});

test("an address from which 60 sign-ins failed has to wait, whether the accounts exist or not", async ({
  request,
  baseURL,
  sql,
}) => {
  test.skip(externalSupabase() !== undefined, "its auth service has a limit of its own, of half as many");
  const address = "203.0.113.7";
  const attempt = async (email = newEmail("nobody")) => {
    const wrong = { email, password: "wrong password" };
    return (await post(request, baseURL!, "/api/auth/sign-in", wrong, address)).status();
  };
  const known = newEmail();
  await addAccount(known);
  const blocks = await failAndHoldBlocks(sql, async () => {
    expect(await Promise.all([attempt(known), attempt(), attempt()])).toEqual([401, 401, 401]);
    await countAs58(sql, "sign-in", address);
    for (let more = 0; more < 2; more++) expect(await attempt()).toBe(401);
  });
  expect(blocks).toBe(1);
  expect(await attempt()).toBe(429);
});

test("a wrong password and an unknown account answer alike", async ({ request, baseURL }) => {
  const email = newEmail();
  await addAccount(email);
  const answers = await Promise.all(
    [email, newEmail("nobody")].map((who) =>
      post(
        request,
        baseURL!,
        "/api/auth/sign-in",
        { email: who, password: "wrong password" },
        "198.51.100.200",
      ),
    ),
  );
  const [known, unknown] = await Promise.all(
    answers.map(async (answer) => [answer.status(), await answer.text()]),
  );
  expect(known).toEqual(unknown);
});

test("no key, token or Supabase client is in what browsers load", async () => {
  const files = await readdir(".next/static", { recursive: true });
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  const forbidden = [
    "supabase",
    "sb_secret",
    "sb_publishable",
    "SUPABASE_",
    "refresh_token",
    "access_token",
    "GoTrue",
  ];
  const found: string[] = [];
  for (const file of scripts) {
    const text = await readFile(join(".next/static", file), "utf8");
    found.push(...forbidden.filter((word) => text.includes(word)).map((word) => `${word} in ${file}`));
  }
  expect(found).toEqual([]);
});
