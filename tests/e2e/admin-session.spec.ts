import { cookieHeader, sessionCookie, sessionOf, signInAsAdmin } from "./accounts.ts";
import { findConsolePaths } from "./admin-addresses.ts";
import { idOf } from "./admin-people.ts";
import { expect, test } from "./fixtures.ts";
import { ask, askRouter } from "./raw-request.ts";
import { startSecondApp, startWithoutMiddleware } from "./second-app.ts";

const now = () => Math.floor(Date.now() / 1000);

test("the middleware alone renews an ended session on the way to the console", async ({
  page,
  sql,
  baseURL,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const id = await idOf(sql, email);
  const session = await sessionOf(page);
  const over = now() - 60;
  const { value } = sessionCookie(baseURL!, {
    userId: id,
    secret: process.env.JWT_SECRET ?? "",
    expiresAt: over,
  });
  const { access_token } = JSON.parse(Buffer.from(value.slice("base64-".length), "base64url").toString());
  const ended = { ...session, access_token, expires_at: over };
  const cookie = `lectern-session=base64-${Buffer.from(JSON.stringify(ended)).toString("base64url")}`;

  const app = await startWithoutMiddleware();
  try {
    const refused = await ask(app.address, "/admin-console", { headers: { cookie } });
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([307, undefined]);
  } finally {
    await app.stop();
  }

  // Its token is no good any more: what the page shows, it shows to the new one.
  const renewed = await ask(baseURL!, "/admin-console", { headers: { cookie } });
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

test("requests at the same time with an ended session all keep it", async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
  const ended = { ...(await sessionOf(page)), expires_at: now() - 1 };
  const cookie = `lectern-session=base64-${Buffer.from(JSON.stringify(ended)).toString("base64url")}`;
  const call = (path: string, header = cookie) => ask(baseURL!, path, { headers: { cookie: header } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => call("/api/viewer")));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await call("/api/viewer")).status).toBe(200);
  const renewed = (answers[0]!.headers["set-cookie"] as string[])[0]!.split(";")[0]!;
  expect((await call("/admin-console", renewed)).status).toBe(200);
});

test("the console may send files to the storage only where uploads go there", async ({
  page,
  sql,
  baseURL,
  passing,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  const cookie = await cookieHeader(page);
  const { origin } = new URL(process.env.SUPABASE_URL ?? "");
  const connect = async (address: string, path: string, headers: Record<string, string> = {}) => {
    const policy = String((await ask(address, path, { headers })).headers["content-security-policy"]);
    return /connect-src ([^;]*)/.exec(policy)?.[1];
  };
  const app = await startSecondApp({ LECTERN_UPLOADS: "signed" });
  const signed = app.address;
  try {
    expect(await connect(signed, "/admin-console/import", { cookie })).toBe(`'self' ${origin}`);
    expect(await connect(passing, "/admin-console/import", { cookie })).toBe("'self'");
    for (const path of ["/", "/profile", "/api/viewer"]) {
      expect(await connect(signed, path, { cookie }), path).toBe("'self'");
    }
    expect(await connect(signed, "/admin-console/import")).toBe("'self'");
  } finally {
    await app.stop();
  }
});

test("no page of the console carries a token or a key", async ({ page, sql, baseURL }) => {
  await signInAsAdmin(page, baseURL!, sql);
  const { access_token, refresh_token } = await sessionOf(page);
  const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = process.env;
  const cookie = await cookieHeader(page);
  const secrets = [access_token, refresh_token, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY];
  for (const path of await findConsolePaths(sql)) {
    const asPage: Record<string, string> = { cookie };
    for (const headers of [asPage, { ...asPage, rsc: "1" }]) {
      const answer = await askRouter(baseURL!, path, { headers });
      expect(answer.status, path).toBe(200);
      for (const secret of secrets)
        expect(`${JSON.stringify(answer.headers)}${answer.body}`.includes(secret), path).toBe(false);
      expect(answer.headers["cache-control"], path).toBe("private, no-store");
    }
  }
});
