import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linkIn, type MailServer, startMailServer } from "../mail-server.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";
import { serviceClient, visitorClient } from "./requests.ts";

const password = "secret1";
const later = afterAllTests();
let count = 0;
let server: MailServer;
let backend: Awaited<ReturnType<typeof startBackend>>;
let sql: postgres.Sql;
let ada: Awaited<ReturnType<typeof signUp>>;

async function signUp() {
  const { auth } = visitorClient(backend);
  const email = `ada-${++count}@example.org`;
  const { data, error } = await auth.signUp({ email, password });
  if (error || !data.session) throw error ?? new Error("signed up without a session");
  return { auth, email, id: data.session.user.id };
}

/** Signs in as another browser of the account. */
async function signIn(email: string, secret = password) {
  const { auth } = visitorClient(backend);
  const { error } = await auth.signInWithPassword({ email, password: secret });
  if (error) throw error;
  return auth;
}

const lastMailTo = (email: string) => server.mailsTo(email).at(-1);
const linkTo = (email: string) =>
  ({
    token_hash: linkIn(lastMailTo(email)!).searchParams.get("token_hash")!,
    type: "email_change",
  }) as const;

beforeAll(async () => {
  server = await startMailServer();
  const mail = { smtpUrl: server.url, from: "lectern@example.org", confirmSignUps: false };
  backend = await startBackend(await installedDirectory(later), { mail }, later);
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  later(() => sql.end());
});
beforeEach(async () => {
  server.refuses = false;
  ada = await signUp();
});

test("the auth service keeps no log with the addresses of those who sign in", async () => {
  await signIn(ada.email);
  expect(await sql`select payload from auth.audit_log_entries`).toHaveLength(0);
});

test("a new password ends the account's other sessions, and no others, and is told in a mail", async () => {
  const phone = await signIn(ada.email);
  const grace = await signUp();
  const { data } = await phone.getSession();
  expect((await ada.auth.updateUser({ password: "a newer password" })).error).toBeNull();
  expect(lastMailTo(ada.email)).toMatchObject({
    subject: "The password of your Lectern account was changed",
  });
  const refresh_token = data.session?.refresh_token ?? "";
  expect((await phone.refreshSession({ refresh_token })).error?.code).toBe("refresh_token_not_found");
  expect((await phone.getUser(data.session?.access_token)).error?.name).toBe("AuthSessionMissingError");
  expect((await ada.auth.refreshSession()).error).toBeNull();
  expect((await grace.auth.refreshSession()).error).toBeNull();
});

test("a sign-in with the old password that is under way when it changes begins no session", async () => {
  // The row of the new session waits until the password has been changed.
  const other = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create function pg_temp.wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return new; end $$`.simple();
  await sql`create trigger wait before insert on auth.sessions for each row execute function pg_temp.wait()`.simple();
  try {
    await other`select pg_advisory_lock(1)`;
    const signedIn = visitorClient(backend).auth.signInWithPassword({ email: ada.email, password });
    await expect
      .poll(() => sql`select from pg_locks where locktype = 'advisory' and not granted`)
      .toHaveLength(1);
    expect((await ada.auth.updateUser({ password: "a newer password" })).error).toBeNull();
    await other`select pg_advisory_unlock(1)`;
    expect((await signedIn).error?.code).toBe("invalid_credentials");
    expect(await sql`select from auth.sessions where user_id = ${ada.id}`).toHaveLength(1);
  } finally {
    await other.end();
    await sql`drop trigger wait on auth.sessions`;
  }
});

test("requests that renew a session at once are all answered alike, until the session is ended", async () => {
  const { data } = await ada.auth.getSession();
  const refresh_token = data.session?.refresh_token ?? "";
  const renew = () => visitorClient(backend).auth.refreshSession({ refresh_token });
  const renewals = await Promise.all(Array.from({ length: 6 }, renew));
  const tokens = new Set([...renewals, await renew()].map(({ data }) => data.session?.refresh_token));
  expect([...tokens]).toEqual([expect.stringMatching(/./)]);
  const [renewed] = renewals;
  expect((await ada.auth.setSession(renewed!.data.session!)).error).toBeNull();
  expect((await ada.auth.refreshSession()).error).toBeNull();

  await sql`delete from auth.sessions where user_id = ${ada.id}`;
  expect((await renew()).error?.code).toBe("refresh_token_not_found");
});

test("a new password stays where the mail about it cannot be sent", async () => {
  server.refuses = true;
  expect((await ada.auth.updateUser({ password: "a newer password" })).error).toBeNull();
  await signIn(ada.email, "a newer password");
});

test("a link to an address that another account has got meanwhile changes nothing", async () => {
  const email = `taken-${ada.email}`;
  expect((await ada.auth.updateUser({ email })).error).toBeNull();
  expect((await visitorClient(backend).auth.signUp({ email, password })).error).toBeNull();
  const { error } = await visitorClient(backend).auth.verifyOtp(linkTo(email));
  expect(error).toMatchObject({ status: 422, code: "email_exists" });
  await signIn(ada.email);
});

test("an address changes by the link to the new one, once, and the old one is told", async () => {
  const email = `new-${ada.email}`;
  expect((await ada.auth.updateUser({ email })).error).toBeNull();
  expect(server.mailsTo(ada.email)).toEqual([]);
  expect(lastMailTo(email)).toMatchObject({ subject: "Confirm your new email address" });
  expect(lastMailTo(email)?.text).toContain(`from ${ada.email} to ${email}`);
  await signIn(ada.email);
  const link = linkTo(email);
  const { data } = await visitorClient(backend).auth.verifyOtp(link);
  expect(data.user?.email).toBe(email);
  expect(lastMailTo(ada.email)).toMatchObject({
    subject: "The email address of your Lectern account was changed",
    text: expect.stringContaining(`from ${ada.email} to ${email}`),
  });
  await signIn(email);
  await expect(signIn(ada.email)).rejects.toMatchObject({ code: "invalid_credentials" });
  expect((await visitorClient(backend).auth.verifyOtp(link)).error?.code).toBe("otp_expired");
});

test("links that were mailed to the former address open the account no more", async () => {
  const email = `new-${ada.email}`;
  await visitorClient(backend).auth.resetPasswordForEmail(ada.email);
  const recovery = { ...linkTo(ada.email), type: "recovery" } as const;
  await ada.auth.updateUser({ email });
  expect((await visitorClient(backend).auth.verifyOtp(linkTo(email))).error).toBeNull();
  expect((await visitorClient(backend).auth.verifyOtp(recovery)).error?.code).toBe("otp_expired");
  // Those that are mailed to the new one do.
  await visitorClient(backend).auth.resetPasswordForEmail(email);
  const newer = { ...linkTo(email), type: "recovery" } as const;
  expect((await visitorClient(backend).auth.verifyOtp(newer)).error).toBeNull();
});

test("a new password ends a change of address that waits for its link", async () => {
  const email = `new-${ada.email}`;
  await ada.auth.updateUser({ email });
  const link = linkTo(email);
  await ada.auth.updateUser({ password: "a newer password" });
  expect((await visitorClient(backend).auth.verifyOtp(link)).error?.code).toBe("otp_expired");
  await signIn(ada.email, "a newer password");
});

test("a change of address whose mail cannot be sent says so, and is not kept", async () => {
  server.refuses = true;
  const message = "Error sending mail";
  expect((await ada.auth.updateUser({ email: `new-${ada.email}` })).error).toMatchObject({ message });
  const [kept] = await sql`select email_change from auth.users where id = ${ada.id}`;
  expect(kept).toEqual({ email_change: null });
});

test("a change to an address that is taken is refused without a mail", async () => {
  const grace = await signUp();
  expect((await ada.auth.updateUser({ email: grace.email })).error?.code).toBe("email_exists");
  expect(server.mailsTo(grace.email)).toEqual([]);
});

describe("with an SMTP server that is not there", () => {
  beforeAll(() => server.stop());

  test("addresses with and without an account are answered alike", async () => {
    for (const email of [ada.email, "nobody@example.org"]) {
      const { error } = await visitorClient(backend).auth.resetPasswordForEmail(email);
      expect(error).toMatchObject({ status: 500, message: "Error sending mail" });
    }
    await signIn(ada.email);
  });

  test("a change to an address with and without an account is answered alike", async () => {
    const grace = await signUp();
    for (const email of [grace.email, "nobody@example.org"]) {
      const { error } = await ada.auth.updateUser({ email });
      expect(error).toMatchObject({ status: 500, message: "Error sending mail" });
    }
  });

  test("the secret key alone gets a link to set a new password", async () => {
    const generate = ({ auth }: ReturnType<typeof visitorClient>, email: string) =>
      auth.admin.generateLink({ type: "recovery", email });
    expect((await generate(visitorClient(backend), ada.email)).error?.status).toBe(401);
    const service = serviceClient(backend);
    expect((await generate(service, "nobody@example.org")).error?.code).toBe("user_not_found");
    const { data } = await generate(service, ada.email);
    const token_hash = data.properties?.hashed_token ?? "";
    const { auth } = visitorClient(backend);
    expect((await auth.verifyOtp({ token_hash, type: "recovery" })).data.user?.email).toBe(ada.email);
    expect((await auth.updateUser({ password: "a newer password" })).error).toBeNull();
  });
});
