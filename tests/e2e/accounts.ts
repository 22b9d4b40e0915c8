import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { externalSupabase } from "../product.ts";

export const password = "a good password";

/** An email address without an account. */
export const newEmail = (name = "learner") => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Sends a request in the same way as a page of the site; `from` is the IP address of the client. */
export function post(
  request: APIRequestContext,
  baseURL: string,
  path: string,
  data: unknown,
  from?: string,
) {
  const headers = { origin: new URL(baseURL).origin, ...(from && { "x-forwarded-for": from }) };
  return request.post(path, { data, headers });
}

/** A random client IP address, because sign-ins are rate-limited by address. */
const anAddress = () => `10.${[...randomBytes(3)].join(".")}`;

/** Hash of the password at the lowest bcrypt cost, so that sign-ins are fast. */
const quickHash = "$2b$04$eBUZN0dvqMizgP6/4BlQZ.yO45Z1wowgryMy5jCHatePHbYE3RKTu";

let connection: postgres.Sql | undefined;

/** A connection for all accounts of a worker, which is closed while none is made. */
function database(): postgres.Sql {
  connection ??= postgres(process.env.DATABASE_URL ?? "", { max: 1, idle_timeout: 10, onnotice: () => {} });
  return connection;
}

/** Makes an account in the state that a sign-up leaves. */
export async function addAccount(email: string): Promise<void> {
  if (externalSupabase()) return addByService(email);
  const sql = database();
  const account = { id: randomUUID(), email, encrypted_password: quickHash, email_confirmed_at: new Date() };
  const shared = { aud: "authenticated", role: "authenticated" };
  await sql`insert into auth.users ${sql({ ...account, ...shared })}`;
}

/** Adds an account through the API of an external auth service, whose tables must not be written directly. */
async function addByService(email: string): Promise<void> {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env;
  const { auth } = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
  const { error } = await auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
}

/** What holds the session of a visitor: a browser context, given by one of its pages, or a client without pages. */
type Client = Page | APIRequestContext;

/** Makes a new account and signs in; the client then holds the session. */
export async function signInAsNew(client: Client, baseURL: string, name?: string): Promise<string> {
  const email = newEmail(name);
  await addAccount(email);
  await signIn(client, baseURL, email, anAddress());
  return email;
}

/** Signs in by a request, without the sign-in page; returns whether a second factor code is required. */
export async function signIn(
  client: Client,
  baseURL: string,
  email: string,
  from?: string,
): Promise<boolean> {
  const request = "request" in client ? client.request : client;
  const answer = await post(request, baseURL, "/api/auth/sign-in", { email, password }, from);
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).needsCode;
}

/** Signs a new account up and in, as an administrator. */
export async function signInAsAdmin(client: Client, baseURL: string, sql: postgres.Sql): Promise<string> {
  const email = await signInAsNew(client, baseURL, "admin");
  await sql`insert into user_roles select id, 'admin' from auth.users where email = ${email}`;
  return email;
}

async function cookiesOf(client: Client): Promise<{ name: string; value: string }[]> {
  return "request" in client ? client.context().cookies() : (await client.storageState()).cookies;
}

/** The session in a client's cookies, as issued by the auth service. */
export async function sessionOf(client: Client): Promise<{ access_token: string; refresh_token: string }> {
  const parts = (await cookiesOf(client)).filter(({ name }) => /^lectern-session(\.\d+)?$/.test(name));
  const text = parts.sort((a, b) => a.name.localeCompare(b.name)).map(({ value }) => value);
  return JSON.parse(Buffer.from(text.join("").replace("base64-", ""), "base64url").toString());
}

/** The `Cookie` header that a client sends with every request to the site. */
export async function cookieHeader(client: Client): Promise<string> {
  return (await cookiesOf(client)).map(({ name, value }) => `${name}=${value}`).join("; ");
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A forged session cookie: `secret` signs its token, which is valid until `expiresAt` (in seconds). */
export function sessionCookie(
  baseURL: string,
  { userId, secret, expiresAt }: { userId: string; secret: string; expiresAt: number },
) {
  const claims = {
    sub: userId,
    role: "authenticated",
    aud: "authenticated",
    exp: expiresAt,
    iat: expiresAt - 3600,
    session_id: randomUUID(),
  };
  const body = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  const session = {
    access_token: `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`,
    refresh_token: "no-such-refresh-token",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: expiresAt,
    user: { id: userId, aud: "authenticated", role: "authenticated", email: "forged@example.com" },
  };
  return { name: "lectern-session", value: `base64-${encode(session)}`, url: baseURL };
}
