import { textOf } from "../parameter.ts";
import type { LogDetails, LogEntry, LogEvent, Person } from "./types.ts";

/** Whose doing an entry is: an account's, or what stands for who has none. */
export function actorOf({ actor, account, isOperators, address }: LogEntry): Person | string {
  if (actor) return actor;
  if (isOperators) return "An operator";
  return account ?? (address === null ? "The installation" : "Not known");
}

/** The account that an entry is about, where that is not who did it. */
export function subjectOf(entry: LogEntry): Person | null {
  const actor = actorOf(entry);
  const isActor = typeof actor !== "string" && actor.id === entry.account?.id;
  return isActor ? null : entry.account;
}

/** The name of an account, its e-mail where it has none, or that it is gone. */
export const nameOf = ({ name, email }: Person) => name ?? email ?? "Deleted account";

/** `role changed` as it begins a line: `Role changed`. */
export const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What an entry tells besides who and what, in words; empty where there is nothing. */
export function describeDetails(details: LogDetails): string {
  const { more, from, to, file, rows, rejected, error, lecture, lectures, video, by, ...others } = details;
  if (more) return "and maybe more within the hour";
  const counts = [rows && `${rows} rows`, rejected && `${rejected} rejected`, error]
    .filter(Boolean)
    .join(", ");
  return [
    to && `from ${from} to ${to}`,
    [file, counts].filter(Boolean).join(": "),
    lecture && `“${lecture}”${Number(lectures) > 1 ? ` and ${Number(lectures) - 1} more` : ""}`,
    video && `video ${video}${by ? `, now ${by}` : ""}`,
    ...Object.entries(others).map(([key, value]) => (value === true ? key : value && `${key} ${value}`)),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Events by their kind, in the order in which they come. */
export const byKind = (events: readonly LogEvent[]) => Map.groupBy(events, ({ kind }) => kind);

/** The `before` of an address as the id of an entry; 0 for what is none. */
export function parseBefore(before: string | string[] | undefined): number {
  const text = textOf(before);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** A filter's text as an address has it, cut where it is longer than any e-mail. */
export function parseFilter(text: string | string[] | undefined): string {
  return textOf(text).replaceAll("\0", "").trim().slice(0, 320);
}
