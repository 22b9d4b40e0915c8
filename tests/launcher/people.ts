import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import { apiRoutes } from "../api-routes.ts";
import { isLongForm } from "../long-form.ts";

/** Cookies of a browser, by name. */
type Cookies = Map<string, string>;

/** A connection to a running installation's database, as its owner. */
export async function openDatabase(dataDir: string): Promise<postgres.Sql> {
  return postgres((await findRunningDatabase(dataDir)) ?? "", { max: 1, onnotice: () => {} });
}

function post(address: string, path: string, body: object, cookie = ""): Promise<Response> {
  const headers = { origin: address, cookie, "content-type": "application/json" };
  return fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Signs a new account up and in, as an administrator. */
export async function signInAsAdmin(address: string, dataDir: string, email: string): Promise<Cookies> {
  const account = { email, password: "a good password" };
  await post(address, "/api/auth/sign-up", account);
  const sql = await openDatabase(dataDir);
  await sql`insert into user_roles select id, 'admin' from auth.users where email = ${email}`;
  await sql.end();
  const cookies: Cookies = new Map();
  keepCookies(cookies, await post(address, "/api/auth/sign-in", account));
  return cookies;
}

function keepCookies(cookies: Cookies, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
}

const SESSION = "lectern-session";

/** Moves the expiry of a session into the past, so that the next request renews the session. */
function makeDue(cookies: Cookies): void {
  const text = cookies.get(SESSION)?.replace("base64-", "") ?? "";
  const session = JSON.parse(Buffer.from(text, "base64url").toString());
  const due = Buffer.from(JSON.stringify({ ...session, expires_at: 1_700_000_000 })).toString("base64url");
  cookies.set(SESSION, `base64-${due}`);
}

const pages = ["/admin-console", "/admin-console/import", "/profile", "/planner"];
const requests = [
  ...apiRoutes
    .filter(({ role }) => ["user", "session", "admin"].includes(role))
    .map(({ method, path }) => ({ method, path: path.replace("[id]", crypto.randomUUID()) })),
  { method: "GET", path: "/api/progress?course=Mechanics" },
  ...pages.map((path) => ({ method: "GET", path })),
];

/**
 * Sends every request that depends on a session, one after the other, until `isOver` returns true.
 * @param isDue whether each request must renew the session
 * @returns the responses that wrongly treat the sender as signed out or not an administrator
 */
export async function useSession(
  address: string,
  cookies: Cookies,
  { isDue, isOver }: { isDue: boolean; isOver: () => boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  for (let turn = 0; !isOver(); turn++) {
    // Without this pause, the long form also keeps the app busy.
    if (!isLongForm) await delay(25);
    const { method, path } = requests[turn % requests.length] as (typeof requests)[number];
    if (isDue) makeDue(cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = method === "GET" ? {} : { body: "{}" };
    const headers = { cookie, origin: address, "content-type": "application/json" };
    const sent = { method, headers, redirect: "manual", ...body } as const;
    const answer = await fetch(address + path, sent).catch(() => null);
    if (!answer) continue;
    await answer.text().catch(() => "");
    const isCleared = answer.headers.getSetCookie().some((set) => set.startsWith(`${SESSION}=;`));
    if ([301, 302, 303, 307, 308, 401, 403, 500].includes(answer.status) || isCleared)
      wrong.push(`${method} ${path}: ${answer.status}${isCleared ? ", session cleared" : ""}`);
    if (isCleared) return wrong;
    keepCookies(cookies, answer);
  }
  return wrong;
}
