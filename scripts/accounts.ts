import { createClient } from "@supabase/supabase-js";
import { roleNames } from "../lib/admin/roles.ts";
import { parseRole } from "../lib/auth/roles.ts";
import { type Client, withoutSession } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";
import type { Backend } from "./serve.ts";

type Row = Database["public"]["Functions"]["list_accounts"]["Returns"][number];

/** An account, as commands show it. Dates are in Unix seconds. */
export type Account = Omit<Row, "display_name" | "last_sign_in_at"> & {
  display_name: string | null;
  last_sign_in_at: number | null;
};

/** A client with the secret key, which has all rights. */
export function adminClient({ url, secretKey }: Pick<Backend, "url" | "secretKey">): Client {
  return createClient<Database>(url, secretKey, { auth: withoutSession });
}

/** The first 500 accounts whose e-mail contains a text, in any letter case; each row has the total number. */
export async function listAccounts(client: Client, part: string): Promise<Account[]> {
  const { data } = await client.rpc("list_accounts", { p_part: part }).throwOnError();
  return data;
}

/** The account with an e-mail, in any letter case, or a sentence that says why there is not exactly one. */
export async function findAccount(client: Client, email: string): Promise<Account | string> {
  const isMeant = (account: Account) => account.email.toLowerCase() === email.toLowerCase();
  const [found, ...others] = (await listAccounts(client, email)).filter(isMeant);
  if (!found) return `There is no account with the email ${email}. Sign up with it first.`;
  return others.length > 0 ? `Several accounts have the email ${email}. None was changed.` : found;
}

const CONFIRMATIONS: Record<string, string> = { confirmed: "yes", pending: "no", none: "not asked" };

/** What a list shows of an account, by column. */
export function describeAccount(account: Account, now = Date.now()) {
  const { email, display_name, role, confirmation, is_locked, created_at, last_sign_in_at } = account;
  return {
    address: withoutControls(email),
    name: withoutControls(display_name ?? ""),
    role: roleNames[parseRole(role)].toLowerCase(),
    confirmed: CONFIRMATIONS[confirmation] ?? confirmation,
    "signed up": describeDay(created_at, now),
    "last sign-in": last_sign_in_at === null ? "never" : describeDay(last_sign_in_at, now),
    locked: is_locked ? "locked" : "",
  };
}

const ADDRESSES: Record<string, string> = {
  confirmed: "its address is confirmed",
  pending: "its address is not confirmed yet",
  none: "its address was never confirmed",
};

/** A sentence about an account, by which the operator recognises its owner. */
export function introduceAccount(account: Account, now = Date.now()): string {
  const { address, name, "signed up": signedUp } = describeAccount(account, now);
  const named = name ? `, of ${JSON.stringify(name)}` : ", without a name";
  const confirmed = ADDRESSES[account.confirmation] ?? account.confirmation;
  return `${address}${named}: signed up ${signedUp}, ${confirmed}${account.is_locked ? ", locked" : ""}.`;
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function describeDay(seconds: number, now: number): string {
  const days = Math.floor((now / 1000 - seconds) / 86_400);
  return relative.format(-Math.max(days, 0), "day");
}

/** Removes control characters, which a terminal would obey: a user chooses the name of the account freely. */
export const withoutControls = (text: string) => text.replace(/\p{C}/gu, "");
