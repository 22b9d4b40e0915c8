import { describeDetails } from "../lib/admin/activity.ts";
import type { LogDetails } from "../lib/admin/types.ts";
import type { Client } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";
import { withoutControls } from "./accounts.ts";

type Row = Database["public"]["Functions"]["read_audit_log"]["Returns"][number];

/** An entry of the audit log. Its date is in Unix seconds. */
export type Entry = Omit<Row, "account_id" | "email" | "actor" | "address" | "details"> &
  Record<"account_id" | "email" | "actor" | "address", string | null> & {
    details: LogDetails;
  };

/**
 * The newest 1,000 entries since a time, the newest last, and how many there are.
 * @param account an e-mail, in any letter case, or an id: entries about it, or by it; empty for all
 * @param since in Unix seconds
 */
export async function readLog(client: Client, { account, since }: { account: string; since: number }) {
  const { data } = await client
    .rpc("read_audit_log", { p_account: account, p_since: since })
    .overrideTypes<Entry[], { merge: false }>()
    .throwOnError();
  return { total: data[0]?.total ?? 0, entries: data.reverse() };
}

/**
 * Parses `2026-11-01` or `2026-11-01T08:30`, in the time zone of this machine, or `12h` or `7d` before now, as a time in Unix
 * seconds; null for any other text.
 */
export function parseSince(text: string, now = Date.now()): number | null {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (count) return now / 1000 - Number(count) * (unit === "h" ? 3600 : 86_400);
  const [, day, time = "00:00"] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (!day || !isDay(day)) return null;
  const seconds = new Date(`${day}T${time}`).getTime() / 1000;
  return Number.isNaN(seconds) ? null : seconds;
}

/** Whether a day is in the calendar: `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** What the log shows of an entry, by column. */
export function describeEntry(entry: Entry) {
  return {
    time: describeTime(new Date(entry.happened_at * 1000)),
    event: entry.event,
    account: withoutControls(describeAccount(entry)),
    by: withoutControls(entry.actor ?? (entry.is_operators ? "an operator" : "")),
    from: withoutControls(entry.address ?? ""),
    about: withoutControls(describeDetails(entry.details)),
  };
}

/** The date and time in the time zone of this machine, as in other logs. */
function describeTime(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function describeAccount({ event, email, account_id }: Entry): string {
  if (email) return email;
  if (account_id) return `${account_id} (deleted)`;
  // The preset files are imported for no account.
  return event.startsWith("import") ? "the installation" : "no account";
}
