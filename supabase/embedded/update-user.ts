import { type Fields, type Handler, readFields, refusal } from "./auth-calls.ts";
import type { Database } from "./database.ts";
import { collectMail } from "./mailer.ts";
import { describeMailFailure, type MailSender, sendNote } from "./mails.ts";

type UpdateOptions = { sql: Database; mails?: MailSender };

/**
 * Answers `PUT /user` with the help of lite's handler, `next`. As in a hosted service, a new password ends the
 * account's other sessions, cancels a pending change of address, and is reported in a mail.
 */
export async function updateUser(request: Request, next: Handler, options: UpdateOptions): Promise<Response> {
  const { password } = await readFields(request.clone());
  const { response, mail } = await collectMail(() => next(request));
  const answer = await readFields(response.clone());
  if (response.ok && password !== undefined) await leaveOldPassword(request, answer, options);
  // Sends the mail for a change of address. For a taken address, which lite refuses, `check` takes as long.
  const isTaken = answer.error_code === "email_exists";
  const { sql, mails } = options;
  if (!mails || !(mail || isTaken)) return response;
  try {
    await (mail ? mails.send(mail) : mails.check());
  } catch (error) {
    if (mail) await dropAddressChange(sql, mail.accountId);
    console.error("A mail could not be sent:", describeMailFailure(error));
    return refusal(500, "unexpected_failure", "Error sending mail");
  }
  return response;
}

async function leaveOldPassword(request: Request, { id, email }: Fields, { sql, mails }: UpdateOptions) {
  const account = String(id);
  await sql`delete from auth.sessions where user_id = ${account} and id <> ${sessionIn(request.headers.get("authorization"))}`;
  await dropAddressChange(sql, account);
  const address = String(email);
  await sendNote(mails, { kind: "password_changed", to: address, variables: { Email: address } });
}

const dropAddressChange = (sql: Database, account: string) => sql`
  update auth.users set email_change = null, email_change_token_new = null, email_change_token_current = null
  where id = ${account}`;

/** The id of the session that a token of lite's, in the form of an `Authorization` header, belongs to. */
export function sessionIn(header: string | null): string {
  const claims = header?.split(".")[1] ?? "";
  const { session_id } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Fields;
  return String(session_id);
}
