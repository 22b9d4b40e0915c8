import { consoleRoles } from "../../lib/auth/roles.ts";
import { apiRoutes } from "../api-routes.ts";
import { share } from "../long-form.ts";
import { cookieHeader, sessionCookie, sessionOf, signInAsAdmin, signInAsNew } from "./accounts.ts";
import { idOf, invitePeople, revoke } from "./admin-people.ts";
import { type Fault, startBrokenBackend } from "./broken-backend.ts";
import { expect, test } from "./fixtures.ts";
import { ask, askRouter } from "./raw-request.ts";
import { startSecondApp, startWithoutMiddleware } from "./second-app.ts";

const now = () => Math.floor(Date.now() / 1000);
const refusals: Record<string, string> = {
  admin: "This is for administrators only",
  editor: "This is for administrators and editors only",
  viewer: "This is for administrators, editors and viewers only",
};
/** No headers, and headers that must not grant access; the first of these once bypassed the middleware of Next.js. */
const headersBesides: Record<string, string>[] = [
  {},
  { "x-middleware-subrequest": "middleware" },
  { rsc: "1" },
];

test("every route of the console is for its roles alone", async ({ sql, baseURL, client }) => {
  const { admin, outsiders, signedIn } = await invitePeople(sql, baseURL!, client);
  // A job that has changed nothing, because some of the calls undo a job.
  const [job] = await sql`
    insert into import_jobs (file_path, status, total_rows) values ('test/routes.csv', 'completed', 0) returning id`;
  const origin = new URL(baseURL!).origin;
  const routes = apiRoutes.filter((one) => consoleRoles.some((name) => name === one.role));
  for (const [turn, { method, path, role }] of routes.entries()) {
    const call = (cookie: string, more: Record<string, string> = {}) =>
      askRouter(baseURL!, path.replace("[id]", job?.id), {
        method,
        headers: { origin, "content-type": "application/json", ...more, ...(cookie && { cookie }) },
        ...(["POST", "PUT", "PATCH"].includes(method) && { body: "{}" }),
      });
    expect([401, 403], `${method} ${path}`).not.toContain((await call(admin)).status);
    // Users get the furthest, so they try every route. In the short form the others take turns, and so do the headers.
    const turns = Object.keys(outsiders).filter((who) => who !== "an ordinary user");
    for (const who of ["an ordinary user", ...share(turns, turns.length, turn % turns.length)]) {
      const cookie = outsiders[who] ?? "";
      const expected = signedIn.includes(who)
        ? [403, { message: refusals[role] }]
        : [401, { message: "Not authenticated" }];
      for (const headers of share(headersBesides, headersBesides.length, turn % headersBesides.length)) {
        const answer = await call(cookie, headers);
        // The response to HEAD has no body.
        const said = method === "HEAD" ? expected[1] : JSON.parse(answer.body);
        expect([answer.status, said], `${method} ${path}, ${who}`).toEqual(expected);
        expect(answer.headers["cache-control"], `${method} ${path}, ${who}`).toBe("private, no-store");
      }
    }
  }
});

test("POST /api/verify-admin says of a bearer token whether it is an administrator's", async ({
  request,
  sql,
  baseURL,
  client,
}) => {
  const email = await signInAsAdmin(request, baseURL!, sql);
  const id = await idOf(sql, email);
  const user = await client();
  await signInAsNew(user, baseURL!);
  const tokenFor = (secret: string, expiresAt: number) => {
    const { value } = sessionCookie(baseURL!, { userId: id, secret, expiresAt });
    return JSON.parse(Buffer.from(value.replace("base64-", ""), "base64url").toString()).access_token;
  };
  const verify = async (authorization?: string, cookie?: string) => {
    const headers = { ...(authorization && { authorization }), ...(cookie && { cookie }) };
    const answer = await ask(baseURL!, "/api/verify-admin", { method: "POST", headers });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    return JSON.parse(answer.body);
  };
  const { access_token: token } = await sessionOf(request);
  const secret = process.env.JWT_SECRET ?? "";
  expect(await verify(`Bearer ${token}`)).toEqual({ isAdmin: true });
  expect(await verify(`bearer ${token}`)).toEqual({ isAdmin: true });
  const refused = {
    nothing: undefined,
    "no token": "Bearer",
    "another scheme": `Basic ${token}`,
    nonsense: "Bearer a.b.c",
    "two tokens": `Bearer ${token} ${token}`,
    "a user's": `Bearer ${(await sessionOf(user)).access_token}`,
    expired: `Bearer ${tokenFor(secret, now() - 60)}`,
    forged: `Bearer ${tokenFor("another secret", now() + 3600)}`,
    "without a signature": `Bearer ${token.replace(/[^.]+$/, "")}`,
    "the publishable key": `Bearer ${process.env.SUPABASE_PUBLISHABLE_KEY}`,
  };
  const cookie = await cookieHeader(request);
  for (const [kind, authorization] of Object.entries(refused)) {
    expect(await verify(authorization, cookie), kind).toEqual({ isAdmin: false });
  }
  await revoke(sql, email);
  expect(await verify(`Bearer ${token}`)).toEqual({ isAdmin: false });
  expect((await ask(baseURL!, "/api/verify-admin")).status).toBe(405);
});

test("administrators are refused while their role cannot be read", async ({ sql, baseURL, client }) => {
  const administrators = await Promise.all(
    (["error", "half", "away"] satisfies Fault[]).map(async (fault) => {
      const holder = await client();
      await signInAsAdmin(holder, baseURL!, sql);
      return { fault, cookie: await cookieHeader(holder), token: (await sessionOf(holder)).access_token };
    }),
  );
  const faults = Object.fromEntries(administrators.map(({ token, fault }) => [token, fault]));
  const backend = await startBrokenBackend(faults);
  const broken = { SUPABASE_URL: backend.url };
  const apps = await Promise.all([startSecondApp(broken), startWithoutMiddleware(broken)]);
  const refuse = async (address: string, { fault, cookie, token }: (typeof administrators)[number]) => {
    const headers = { authorization: `Bearer ${token}` };
    const [console, route, verified] = await Promise.all([
      ask(address, "/admin-console/users?q=a", { headers: { cookie } }),
      ask(address, "/api/imports", { headers: { cookie } }),
      ask(address, "/api/verify-admin", { method: "POST", headers }),
    ]);
    expect([console.status, console.headers.location], fault).toEqual([503, undefined]);
    expect(console.body, fault).not.toContain("@example");
    // The page of the middleware leads to the address that was asked for.
    if (address === apps[0].address) expect(console.body).toMatch(/<a [^>]*href=""[^>]*>Try again/);
    expect(route.status, fault).toBe(503);
    expect([verified.status, JSON.parse(verified.body)], fault).toEqual([200, { isAdmin: false }]);
  };
  try {
    // Each call waits for a while, so all run at the same time.
    await Promise.all(
      apps.flatMap(({ address }) => administrators.map((administrator) => refuse(address, administrator))),
    );
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await backend.stop();
  }
});
