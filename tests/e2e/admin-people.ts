import type { APIRequestContext } from "@playwright/test";
import type postgres from "postgres";
import { cookieHeader, sessionCookie, sessionOf, signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { ask } from "./raw-request.ts";

const now = () => Math.floor(Date.now() / 1000);

export type People = {
  admin: string;
  /** The administrator's session, which no page may contain. */
  session: { access_token: string; refresh_token: string };
  outsiders: Record<string, string>;
  signedIn: string[];
};

/** Cookies of an administrator and of all callers without console access; `signedIn` names the signed-in ones. */
export async function invitePeople(
  sql: postgres.Sql,
  baseURL: string,
  client: () => Promise<APIRequestContext>,
): Promise<People> {
  const [admin, user, former] = [await client(), await client(), await client()];
  const email = await signInAsAdmin(admin, baseURL, sql);
  await signInAsNew(user, baseURL);
  const formerEmail = await signInAsAdmin(former, baseURL, sql);
  const userId = await idOf(sql, email);
  const byHand = (more: { secret: string; expiresAt: number }) => {
    const { name, value } = sessionCookie(baseURL, { userId, ...more });
    return `${name}=${value}`;
  };
  const secret = process.env.JWT_SECRET ?? "";
  const formerCookies = await cookieHeader(former);
  // The role is still valid at this moment.
  expect((await ask(baseURL, "/admin-console", { headers: { cookie: formerCookies } })).status).toBe(200);
  await revoke(sql, formerEmail);
  return {
    admin: await cookieHeader(admin),
    session: await sessionOf(admin),
    outsiders: {
      visitor: "",
      "an ordinary user": await cookieHeader(user),
      "a former administrator": formerCookies,
      "an expired session": byHand({ secret, expiresAt: now() - 60 }),
      "a forged session": byHand({ secret: "another secret", expiresAt: now() + 3600 }),
      "an unreadable session": "lectern-session=base64-nonsense",
    },
    signedIn: ["an ordinary user", "a former administrator"],
  };
}

export async function revoke(sql: postgres.Sql, email: string): Promise<void> {
  await sql`delete from user_roles where user_id = (select id from auth.users where email = ${email})`;
}

export async function idOf(sql: postgres.Sql, email: string): Promise<string> {
  const [account] = await sql`select id from auth.users where email = ${email}`;
  return account?.id;
}
