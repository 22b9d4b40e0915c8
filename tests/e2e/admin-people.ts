import type { Page } from "@playwright/test";
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
  visitor: () => Promise<Page>,
): Promise<People> {
  const [adminPage, userPage, formerPage] = [await visitor(), await visitor(), await visitor()];
  const email = await signInAsAdmin(adminPage, baseURL, sql);
  await signInAsNew(userPage, baseURL);
  const former = await signInAsAdmin(formerPage, baseURL, sql);
  const userId = await idOf(sql, email);
  const byHand = (more: { secret: string; expiresAt: number }) => {
    const { name, value } = sessionCookie(baseURL, { userId, ...more });
    return `${name}=${value}`;
  };
  const secret = process.env.JWT_SECRET ?? "";
  const formerCookies = await cookieHeader(formerPage);
  // The role is still valid at this moment.
  expect((await ask(baseURL, "/admin-console", { headers: { cookie: formerCookies } })).status).toBe(200);
  await revoke(sql, former);
  return {
    admin: await cookieHeader(adminPage),
    session: await sessionOf(adminPage),
    outsiders: {
      visitor: "",
      "an ordinary user": await cookieHeader(userPage),
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
