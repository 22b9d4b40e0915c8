import { z } from "zod";
import { roleMessages } from "../lib/admin/roles.ts";
import { ATTEMPT_KINDS, attemptKey } from "../lib/auth/attempt-key.ts";
import { routes } from "../lib/routes.ts";
import type { Client } from "../lib/supabase/client.ts";
import {
  type Account,
  adminClient,
  describeAccount,
  findAccount,
  introduceAccount,
  listAccounts,
} from "./accounts.ts";
import { ask } from "./ask.ts";
import { describeEntry, parseSince, readLog } from "./audit-log.ts";
import { withBackend } from "./command-backend.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";
import { formatTable } from "./table.ts";

// `npm run account -- …`: how an operator of the installation manages accounts.

const USAGE = `Usage: npm run account -- list [part of an address]
       npm run account -- log [someone@example.org] [--since 2026-01-31|12h|7d]
       npm run account -- reset|reset-two-factor|lock|unlock someone@example.org
       npm run account -- email someone@example.org new@example.org
       npm run account -- delete someone@example.org [--yes]

list              shows accounts
log               shows sign-ins, changes of roles, imports, videos and what operators did, the newest last
reset             prints a link by which a new password is set, once and within an hour
reset-two-factor  removes the second factor of an account whose device is lost
lock              ends the sessions of an account, and lets it sign in no more
unlock            lets it sign in again, also after too many failed attempts
email             gives it another address, and ends its sessions; nothing is mailed
delete            deletes an account and its progress; --yes does not ask`;

type Call = {
  client: Client;
  account: Account;
  siteUrl: string;
  secretKey: string;
  isSure: boolean;
  /** The new address, for `email`. */
  newEmail: string;
};

/** The action of each command word; resolves with the exit code. */
const ACTIONS: Record<string, (call: Call) => Promise<number>> = {
  reset,
  "reset-two-factor": resetTwoFactor,
  lock,
  unlock,
  email: changeEmail,
  delete: remove,
};

async function main(args: string[]): Promise<number> {
  if (args[0] === "log") return log(args.slice(1));
  const isSure = args.includes("--yes");
  const [word, ...rest] = args.filter((arg) => arg !== "--yes");
  if (!word) return fail(USAGE);
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action && word !== "list") return refuse(`There is no command "${word}".`);
  const misuse = findMisuse(word, rest, isSure);
  if (misuse) return refuse(misuse);
  const [text = "", newEmail = ""] = rest;
  const settings = loadSettings();
  return withBackend(settings, async (backend: Parameters<typeof adminClient>[0] & { siteUrl?: string }) => {
    const client = adminClient(backend);
    if (!action) return list(await listAccounts(client, text));
    const account = await findAccount(client, text);
    if (typeof account === "string") return fail(account);
    const siteUrl = backend.siteUrl ?? settings.siteUrl;
    return action({ client, account, siteUrl, secretKey: backend.secretKey, isSure, newEmail });
  });
}

/** Says above the usage what is wrong with the arguments. */
const refuse = (misuse: string) => fail(`${misuse}\n\n${USAGE}`);

/** What is wrong with the arguments of a command; undefined if nothing is. */
function findMisuse(word: string, [text, ...others]: string[], isSure: boolean): string | undefined {
  if (isSure && word !== "delete") return `${word} has no option --yes.`;
  if (word === "list" && text?.startsWith("-")) return `list has no option ${text}.`;
  if (word !== "list" && !text?.includes("@")) return explainAddress(word, text);
  if (word === "email") {
    const newEmail = others.shift();
    if (!z.email().safeParse(newEmail).success) return explainAddress("email", newEmail);
  }
  return explainSurplus(others);
}

const explainAddress = (word: string, text: string | undefined) =>
  text === undefined
    ? `${word} needs ${word === "email" ? "two addresses" : "an address"}.`
    : `"${text}" is not an address.`;

const explainSurplus = ([surplus]: string[]) =>
  surplus === undefined ? undefined : `"${surplus}" is one argument too many.`;

async function log(args: string[]): Promise<number> {
  const option = args.indexOf("--since");
  const since = option < 0 ? 0 : parseSince(args[option + 1] ?? "");
  const [account = "", ...more] = option < 0 ? args : args.toSpliced(option, 2);
  if (since === null) return refuse(`"${args.slice(option, option + 2).join(" ")}" does not name a time.`);
  const misuse = account.startsWith("-") ? `log has no option ${account}.` : explainSurplus(more);
  if (misuse) return refuse(misuse);
  return withBackend(loadSettings(), async (backend) => {
    const { entries, total } = await readLog(adminClient(backend), { account, since });
    if (entries.length === 0) return fail("The log has no such entry.");
    if (total > entries.length) console.log(`${total - entries.length} earlier entries are not shown.`);
    console.log(formatTable(entries.map(describeEntry)));
    return 0;
  });
}

function list(accounts: Account[]): number {
  if (accounts.length === 0) return fail("There is no such account.");
  console.log(formatTable(accounts.map((account) => describeAccount(account))));
  const others = (accounts[0]?.total ?? 0) - accounts.length;
  if (others > 0) console.log(`${others} more. Give a part of the address to see fewer.`);
  return 0;
}

async function reset({ client, account, siteUrl }: Call): Promise<number> {
  const { email } = account;
  if (account.is_locked)
    return fail(`${email} is locked. Unlock it first: npm run account -- unlock ${email}`);
  const entry = { p_event: "link to set a password", p_account: account.id };
  await client.rpc("record_account_command", entry).throwOnError();
  const { data, error } = await client.auth.admin.generateLink({ type: "recovery", email });
  if (error) throw error;
  const parameters = new URLSearchParams({ token_hash: data.properties.hashed_token, type: "recovery" });
  console.log(`${siteUrl}${routes.confirm()}?${parameters}`);
  console.log(
    `By this link ${email} sets a new password: once, within an hour. It opens the account: pass it on safely.`,
  );
  return 0;
}

async function resetTwoFactor({ client, account }: Call): Promise<number> {
  const { email, id: userId } = account;
  const { mfa } = client.auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  // An auth service without second factors refuses this request or does not know it.
  if (error?.status && error.status < 500)
    return fail("This installation's backend has no two-factor sign-in.");
  if (error) throw error;
  if (data.factors.length === 0) return fail(`${email} has no second factor.`);
  const entry = { p_event: "second factor removed", p_account: userId };
  await client.rpc("record_account_command", entry).throwOnError();
  for (const { id } of data.factors) {
    const { error } = await mfa.deleteFactor({ userId, id });
    if (error) throw error;
  }
  console.log(`The second factor of ${email} is removed: it signs in by its password alone.`);
  return 0;
}

async function lock({ client, account }: Call): Promise<number> {
  const change = { p_account: account.id, p_is_locked: true };
  const { data: hasAdministrator } = await client.rpc("set_account_lock", change).throwOnError();
  console.log(`${account.email} is locked: its sessions are ended, and it cannot sign in.`);
  if (account.role === "admin" && !hasAdministrator)
    console.log(
      "No administrator can sign in now. Make another account one: npm run admin -- someone@example.org",
    );
  return 0;
}

async function unlock({ client, account, secretKey }: Call): Promise<number> {
  await client.rpc("set_account_lock", { p_account: account.id, p_is_locked: false }).throwOnError();
  for (const kind of ATTEMPT_KINDS) {
    const key = attemptKey(kind, "account", account.email, secretKey);
    await client.rpc("record_sign_in_success", { p_account: key, p_address: key }).throwOnError();
  }
  console.log(`${account.email} can sign in. Its failed attempts are forgotten.`);
  return 0;
}

async function changeEmail({ client, account, newEmail }: Call): Promise<number> {
  const change = { p_account: account.id, p_email: newEmail };
  const { data: isFree } = await client.rpc("set_account_email", change).throwOnError();
  if (!isFree) return fail(`Another account has the email ${newEmail}.`);
  console.log(`${account.email} is ${newEmail} from now on, and logs in with it.`);
  console.log("Its sessions are ended, and links mailed to the former address no longer work.");
  return 0;
}

async function remove({ client, account, isSure }: Call): Promise<number> {
  const { email } = account;
  console.log(introduceAccount(account));
  const isSame = (answer: string) => answer.toLowerCase() === email.toLowerCase();
  const refusal = isSure ? null : await ask("Type its address to delete it with its progress:", isSame);
  if (refusal) return fail(refusal);
  const { data: isDeleted } = await client.rpc("delete_account", { p_account: account.id }).throwOnError();
  if (!isDeleted) return fail(roleMessages.last);
  console.log(`${email} is deleted.`);
  return 0;
}

await runCommand(main, USAGE);
