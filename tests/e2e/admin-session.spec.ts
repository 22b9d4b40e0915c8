import { cookieHeader, sessionOf, signInAsAdmin } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { ask } from "./raw-request.ts";

const now = () => Math.floor(Date.now() / 1000);

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
  // By default, uploads go directly to an external Supabase.
  expect(await connect(baseURL!, "/admin-console/import", { cookie })).toBe(`'self' ${origin}`);
  expect(await connect(passing, "/admin-console/import", { cookie })).toBe("'self'");
  for (const path of ["/", "/profile", "/api/viewer"]) {
    expect(await connect(baseURL!, path, { cookie }), path).toBe("'self'");
  }
  expect(await connect(baseURL!, "/admin-console/import")).toBe("'self'");
});
