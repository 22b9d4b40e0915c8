import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";
import type { Mail } from "./mails.ts";

type Mailer = NonNullable<App["_mailer"]>;
type Details = Parameters<Mailer["sendRecovery"]>[3];

/** A mail with a link that the auth service has requested, and the account that it is for. */
export type WantedMail = Mail & { variables: { TokenHash: string }; accountId: string };

const calls = new AsyncLocalStorage<{ mail?: WantedMail }>();

/** Handles a call of the auth service. The mail that it requests is returned, not sent. */
export async function collectMail(
  handle: () => Response | Promise<Response>,
): Promise<{ response: Response; mail?: WantedMail }> {
  const call: { mail?: WantedMail } = {};
  const response = await calls.run(call, handle);
  return { response, ...call };
}

/** The functions that the auth service calls to send mails; they collect the mail of the current call. */
export const mailer: Mailer = {
  sendConfirmation: async (to, token, _code, details) => collect("confirmation", to, token, details),
  sendRecovery: async (to, token, _code, details) => collect("recovery", to, token, details),
  sendMagicLink: async (to, token, _code, details) => collect("magic_link", to, token, details),
  sendEmailChange: async (to, token, _code, details) => collect("email_change", to, token, details),
  // The product never requests a reauthentication mail.
  sendReauthentication: async () => {},
};

function collect(kind: Mail["kind"], to: string, TokenHash: string, details: Details = {}): void {
  const call = calls.getStore();
  const variables = { TokenHash, Email: details.currentEmail ?? to, NewEmail: details.newEmail ?? to };
  if (call) call.mail = { kind, to, variables, accountId: details.userId ?? "" };
}
