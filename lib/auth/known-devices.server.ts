import "server-only";
import { createHmac, randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { getAppEnv, getSiteUrl } from "../env.ts";
import { isSecret } from "../secrets.server.ts";

// A browser that has signed in to an account stores a token that only this installation can create. It grants no
// access: it distinguishes the owner's browser from a stranger's when sign-in attempts are counted.
// Source: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies

const COOKIE = "lectern-device";
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** The most accounts per browser, as in a family or a classroom; the least recently used one is dropped. */
const KEPT_ACCOUNTS = 5;

/** The id of this browser, if it has signed in to the account before; else null. For route handlers. */
export async function findKnownDevice(email: string): Promise<string | null> {
  return (await readTokens()).find((token) => isTokenOf(token, email))?.split(".")[0] ?? null;
}

/** Marks this browser as known to the account. For route handlers. */
export async function rememberDevice(email: string): Promise<void> {
  const tokens = await readTokens();
  const known = tokens.find((token) => isTokenOf(token, email));
  const others = tokens.filter((token) => token !== known);
  const kept = [known ?? createToken(email), ...others].slice(0, KEPT_ACCOUNTS);
  (await cookies()).set(COOKIE, kept.join("~"), {
    path: "/api/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: getSiteUrl().startsWith("https:"),
    maxAge: MAX_AGE_SECONDS,
  });
}

async function readTokens(): Promise<string[]> {
  return (await cookies()).get(COOKIE)?.value.split("~").slice(0, KEPT_ACCOUNTS) ?? [];
}

function createToken(email: string): string {
  const id = randomUUID();
  return `${id}.${sign(id, email)}`;
}

function isTokenOf(token: string, email: string): boolean {
  const [id = "", signature = ""] = token.split(".");
  return isSecret(signature, sign(id, email));
}

const sign = (id: string, email: string) =>
  createHmac("sha256", getAppEnv().secretKey)
    .update(`device ${id} ${email.toLowerCase()}`)
    .digest("base64url");
