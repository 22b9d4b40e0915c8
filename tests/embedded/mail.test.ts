import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linkIn, type MailServer, startMailServer } from "../mail-server.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";
import { visitorClient } from "./requests.ts";

const password = "secret1";
const later = afterAllTests();
const siteUrl = "https://lectern.example.org";
let count = 0;

/** The client of a new visitor, and an email address without an account. */
function newVisitor(backend: Backend) {
  const { auth } = visitorClient(backend);
  const email = `visitor-${++count}@example.org`;
  return { auth, email, signUp: () => auth.signUp({ email, password }) };
}

type Backend = Awaited<ReturnType<typeof startBackend>>;
type Visitor = ReturnType<typeof newVisitor>;

describe("with an SMTP server and addresses confirmed", () => {
  let server: MailServer;
  let backend: Backend;
  let visitor: Visitor;
  const linkTo = (email: string) => {
    const mail = server.mailsTo(email).at(-1);
    if (!mail) throw new Error(`No mail to ${email}.`);
    const { searchParams } = linkIn(mail);
    return {
      token_hash: searchParams.get("token_hash")!,
      type: searchParams.get("type") as "signup" | "recovery" | "magiclink",
    };
  };

  beforeAll(async () => {
    server = await startMailServer();
    later(server.stop);
    const mail = { smtpUrl: server.url, from: "Lectern <lectern@example.org>", confirmSignUps: true };
    backend = await startBackend(await installedDirectory(later), { siteUrl, mail }, later);
  });
  beforeEach(() => {
    server.refuses = false;
    visitor = newVisitor(backend);
  });

  test("a sign-up sends a mail in two forms, whose link confirms the address and signs in once", async () => {
    const { auth, email, signUp } = visitor;
    expect((await signUp()).data.session).toBeNull();
    const mails = server.mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      subject: "Confirm your email address",
      from: { name: "Lectern", address: "lectern@example.org" },
      html: expect.stringContaining("Confirm your email address</h1>"),
      text: expect.stringContaining("You signed up to Lectern"),
    });
    const { origin, pathname } = linkIn(mails[0]!);
    expect(origin + pathname).toBe(`${siteUrl}/auth/confirm`);
    const link = linkTo(email);
    expect(link.type).toBe("signup");
    const { data } = await auth.verifyOtp(link);
    expect(data.user?.email).toBe(email);
    expect((await newVisitor(backend).auth.verifyOtp(link)).error?.code).toBe("otp_expired");
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test("before the link only the right password is told that the address is not confirmed", async () => {
    const { auth, email, signUp } = visitor;
    await signUp();
    const refusalOf = async (typed: string) =>
      (await auth.signInWithPassword({ email, password: typed })).error?.code;
    expect(await refusalOf(password)).toBe("email_not_confirmed");
    expect(await refusalOf("another one")).toBe("invalid_credentials");
  });

  test("of sign-ups with different passwords none counts, and the link signs in who has the mail", async () => {
    const { auth, email, signUp } = visitor;
    await newVisitor(backend).auth.signUp({ email, password: "a stranger's" });
    await signUp();
    expect((await auth.verifyOtp(linkTo(email))).data.user?.email).toBe(email);
    for (const typed of [password, "a stranger's", ""]) {
      const { error } = await newVisitor(backend).auth.signInWithPassword({ email, password: typed });
      expect(error?.code).toBe("invalid_credentials");
    }
    expect((await auth.updateUser({ password })).error).toBeNull();
    expect((await newVisitor(backend).auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test("a link that is asked for again confirms the address as well", async () => {
    const { auth, email, signUp } = visitor;
    await signUp();
    const first = linkTo(email);
    expect((await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull();
    expect(server.mailsTo(email).at(-1)?.subject).toBe("Confirm your email address");
    const second = linkTo(email);
    expect(second.type).toBe("signup");
    expect((await auth.verifyOtp(first)).error?.code).toBe("otp_expired");
    expect((await auth.verifyOtp(second)).data.session).not.toBeNull();
  });

  test("signing up with a confirmed address answers as for a new one, and its holder can be mailed a link", async () => {
    const { auth, email, signUp } = visitor;
    await signUp();
    await auth.verifyOtp(linkTo(email));
    const stranger = newVisitor(backend).auth;
    const { data, error } = await stranger.signUp({ email, password: "another one" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, identities: [] } });
    await stranger.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(server.mailsTo(email).at(-1)?.subject).toBe("Your link to log in to Lectern");
    const link = linkTo(email);
    expect(link.type).toBe("magiclink");
    expect((await auth.verifyOtp(link)).data.session).not.toBeNull();
  });

  test("the link of a recovery mail sets a new password", async () => {
    const { auth, email, signUp } = visitor;
    await signUp();
    await auth.resetPasswordForEmail(email);
    const link = linkTo(email);
    expect(link.type).toBe("recovery");
    await auth.verifyOtp(link);
    expect((await auth.updateUser({ password: "a newer password" })).error).toBeNull();
    expect((await auth.signInWithPassword({ email, password: "a newer password" })).error).toBeNull();
  });

  test("where the SMTP server refuses, all calls say so, and nothing stays of a sign-up", async () => {
    const { auth, email, signUp } = visitor;
    const known = newVisitor(backend);
    await known.signUp();
    server.refuses = true;
    const message = "Error sending mail";
    expect((await signUp()).error).toMatchObject({ status: 500, message });
    expect((await known.auth.resetPasswordForEmail(known.email)).error).toMatchObject({ message });
    server.refuses = false;
    expect((await signUp()).error).toBeNull();
    expect((await auth.verifyOtp(linkTo(email))).data.session).not.toBeNull();
    expect((await known.auth.verifyOtp(linkTo(known.email))).data.session).not.toBeNull();
  });

  test("a blocked account neither signs in nor stays signed in", async () => {
    const { auth, email, signUp } = visitor;
    await signUp();
    const { data } = await auth.verifyOtp(linkTo(email));
    const sql = postgres(backend.databaseUrl, { max: 1 });
    await sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
    await sql.end();
    expect((await auth.signInWithPassword({ email, password })).error?.code).toBe("user_banned");
    const refresh_token = data.session?.refresh_token ?? "";
    expect((await auth.refreshSession({ refresh_token })).error?.code).toBe("refresh_token_not_found");
  });
});
