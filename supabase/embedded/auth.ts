import { randomUUID } from "node:crypto";
import { compare } from "bcrypt";
import { type Fields, type Handler, readFields, refusal } from "./auth-calls.ts";
import type { Database } from "./database.ts";
import { generateLink } from "./generate-link.ts";
import { collectMail, type WantedMail } from "./mailer.ts";
import { describeMailFailure, type Mail, type MailSender, sendNote } from "./mails.ts";
import { renewOnce } from "./renewals.ts";
import { sessionIn, updateUser } from "./update-user.ts";

// Adds what a hosted auth service has and lite's lacks: mails from our templates, an error if they cannot be sent,
// blocked accounts, links for administrators, and answers that do not reveal whether an address has an account.

type AuthOptions = {
  sql: Database;
  secretKey: string;
  /** Absent if no mail is sent. */
  mails?: MailSender;
};

const SIGN_UP = "POST /signup";
/** The hash of a random text, as costly to compare as lite's hashes. */
const MADE_UP_HASH = "$2b$10$nR8tPIvExYVFdh8heHt10e.X7kxiwYtha.HK155H2.W7btOKRVF.G";
/** lite's statuses when it sends no mail because of the account's state, or because there is no account. */
const SENDS_NOTHING: Record<string, number> = { [SIGN_UP]: 429, "POST /otp": 422, "POST /recover": 200 };

/** Answers requests to the auth service with the help of lite's handler, `next`. */
export function createAuth(next: Handler, options: AuthOptions): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = `${request.method} ${pathname.replace("/auth/v1", "")}`;
    if (path === "POST /admin/generate_link") return generateLink(request, next, options.secretKey);
    if (path === "POST /token" || path === "POST /verify") return answerWithSession(request, next, options);
    if (path === "PUT /user") return updateUser(request, next, options);
    const work = () => answerWithMail(path, request, next, options);
    return path === SIGN_UP ? signUpInTurn((await readFields(request.clone())).email, work) : work();
  };
}

/** The last sign-up that is under way with each address. */
const signUps = new Map<string, Promise<unknown>>();

/**
 * Works on the sign-ups with one address one after the other: of several at once, one stores the account, and the API
 * would answer the others with 500 and log the address.
 */
async function signUpInTurn(email: unknown, work: () => Promise<Response>): Promise<Response> {
  const address = String(email).toLowerCase();
  const before = signUps.get(address);
  const turn = before ? before.then(work, work) : work();
  signUps.set(address, turn);
  try {
    return await turn;
  } finally {
    if (signUps.get(address) === turn) signUps.delete(address);
  }
}

async function answerWithMail(path: string, request: Request, next: Handler, { sql, mails }: AuthOptions) {
  const copy = path === SIGN_UP ? request.clone() : undefined;
  if (copy) await dropDoubtedPassword(await readFields(copy.clone()), sql);
  const { response, mail } = await collectMail(() => next(request));
  const sendsNothing = response.status === SENDS_NOTHING[path];
  if (!mails || !(mail || sendsNothing)) return response;
  try {
    // `check` takes as long as sending and fails when sending fails, so that neither reveals whether an account
    // exists.
    await (mail ? mails.send(await chooseTemplate(mail, sql)) : mails.check());
  } catch (error) {
    // Removes the account, so that the visitor can sign up again.
    if (path === SIGN_UP && mail)
      await sql`delete from auth.users where id = ${mail.accountId} and email_confirmed_at is null`;
    console.error("A mail could not be sent:", describeMailFailure(error));
    return refusal(500, "unexpected_failure", "Error sending mail");
  }
  if (!copy || !sendsNothing) return response;
  const { email } = await readFields(copy);
  return (await isConfirmed(email, sql)) ? Response.json(makeUpUser(email)) : response;
}

/**
 * Removes the password of an unconfirmed account if a second sign-up has another one: the first may have been a
 * stranger's. The link in the mail still signs the owner in, who can then set a password.
 */
async function dropDoubtedPassword({ email, password }: Fields, sql: Database): Promise<void> {
  const [account] = await sql`
    select id, encrypted_password as hash from auth.users
    where email = lower(${String(email)}) and email_confirmed_at is null`;
  if (!account?.hash || (await compare(String(password), account.hash))) return;
  await sql`update auth.users set encrypted_password = '' where id = ${account.id} and email_confirmed_at is null`;
}

/** A link to log in also confirms the address; for an unconfirmed one, the confirmation mail is sent. */
async function chooseTemplate(mail: WantedMail, sql: Database): Promise<Mail> {
  if (mail.kind !== "magic_link") return mail;
  const { count } = await sql`
    update auth.users set confirmation_token = recovery_token, confirmation_sent_at = now(), recovery_token = null
    where id = ${mail.accountId} and email_confirmed_at is null`;
  return count === 1 ? { ...mail, kind: "confirmation" } : mail;
}

async function isConfirmed(email: unknown, sql: Database): Promise<boolean> {
  const [found] = await sql`
    select from auth.users where email = lower(${String(email)}) and email_confirmed_at is not null`;
  return found !== undefined;
}

/** A hosted service's answer for a confirmed address: an invented account without identities. */
function makeUpUser(email: unknown): Fields {
  const now = new Date().toISOString();
  const dates = { created_at: now, updated_at: now, confirmation_sent_at: now };
  return { id: randomUUID(), aud: "authenticated", email, identities: [], ...dates };
}

async function answerWithSession(request: Request, next: Handler, options: AuthOptions) {
  const fields = await readFields(request.clone());
  const begin = () => beginSession(request, fields, next, options);
  const token = fields.refresh_token;
  return typeof token === "string"
    ? renewOnce(token, begin, (answer) => isSessionOpen(answer, options.sql))
    : begin();
}

/** Whether the session in an answer is still open. */
async function isSessionOpen(answer: Response, sql: Database): Promise<boolean> {
  const { refresh_token } = await readFields(answer);
  const [found] =
    await sql`select from auth.refresh_tokens where token = ${String(refresh_token)} and not revoked`;
  return found !== undefined;
}

async function beginSession(request: Request, fields: Fields, next: Handler, { sql, mails }: AuthOptions) {
  const change = fields.type === "email_change" ? await findAddressChange(fields, sql) : undefined;
  // The address may have got an account since the link was mailed.
  if (change?.isTaken)
    return refusal(422, "email_exists", "A user with this email address has already been registered");
  const before = await passwordHashOf(fields, sql);
  // lite compares nothing where there is no password, and a busy server would tell that by its time.
  if (fields.password !== undefined && !before) await compare(String(fields.password), MADE_UP_HASH);
  const copy = request.clone();
  let response = await next(request);
  let answer = await readFields(response.clone());
  if (answer.error_code === "refresh_token_already_used" && (await reviveToken(fields.refresh_token, sql))) {
    response = await next(copy);
    answer = await readFields(response.clone());
  }
  if (answer.error_code === "email_not_confirmed" && !(await isPassword(fields, sql)))
    return refusal(400, "invalid_credentials", "Invalid login credentials");
  const { id } = (answer.user ?? {}) as Fields;
  if (!response.ok || typeof id !== "string") return response;
  if (change) {
    await dropMailedLinks(id, sql);
    await sendNote(mails, change.note);
  }
  // The password may have been changed while it was compared. The change has ended the sessions that it found.
  if ((await passwordHashOf(fields, sql)) !== before) {
    await sql`delete from auth.sessions where id = ${sessionIn(`Bearer ${answer.access_token}`)}`;
    return refusal(400, "invalid_credentials", "Invalid login credentials");
  }
  if (!(await isBanned(id, sql))) return response;
  await sql`delete from auth.sessions where user_id = ${id}`;
  return refusal(400, "user_banned", "User is banned");
}

/** Ends the links that were mailed to an account's former address, whose mailbox may be another's by now. */
const dropMailedLinks = (account: string, sql: Database) => sql`
  update auth.users set recovery_token = null, confirmation_token = null where id = ${account}`;

/**
 * lite marks a refresh token as used before it stores the next one. If the database failed in between, the used token
 * is the last one of its session, and is made valid again. Resolves with whether that was done.
 */
async function reviveToken(token: unknown, sql: Database): Promise<boolean> {
  const { count } = await sql`
    update auth.refresh_tokens used set revoked = false
    where token = ${String(token)} and revoked
      and not exists (select from auth.refresh_tokens later where later.parent = used.token)`;
  return count === 1;
}

type AddressChange = {
  /** The mail that tells the old address of the change. */
  note: Mail;
  /** Whether another account has the new address. */
  isTaken: boolean;
};

/** The change of address that a link confirms; undefined if there is none. */
async function findAddressChange({ token_hash }: Fields, sql: Database): Promise<AddressChange | undefined> {
  const [change] = await sql`
    select u.email as old, u.email_change as new,
      exists (select from auth.users o where o.email = lower(u.email_change) and o.id <> u.id) as is_taken
    from auth.users u where u.email_change_token_new = ${String(token_hash)}`;
  if (!change) return undefined;
  const variables = { OldEmail: change.old as string, Email: change.new as string };
  return { note: { kind: "email_changed", to: change.old as string, variables }, isTaken: change.is_taken };
}

/** Whether the password is correct. lite reports an unconfirmed address before it checks the password. */
async function isPassword(fields: Fields, sql: Database): Promise<boolean> {
  const hash = await passwordHashOf(fields, sql);
  return hash !== undefined && compare(String(fields.password), hash);
}

/** The stored hash of the password that a request signs in with; undefined if it brings none. */
async function passwordHashOf({ email, password }: Fields, sql: Database): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const [account] = await sql`
    select encrypted_password as hash from auth.users where email = lower(${String(email)})`;
  return account?.hash as string | undefined;
}

async function isBanned(id: string, sql: Database): Promise<boolean> {
  const [found] = await sql`select from auth.users where id = ${id} and banned_until > now()`;
  return found !== undefined;
}
