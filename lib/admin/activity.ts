import { countOf, formatCount } from "../catalogue/display.ts";
import { firstCharacters } from "../first-characters.ts";
import { textOf } from "../parameter.ts";
import type { LogDetails, LogEntry, LogEvent, Person } from "./types.ts";

/** Who caused an entry: an account, or a text if no account did or it is not known. */
export function actorOf({ actor, account, isOperators, address }: LogEntry): Person | string {
  if (actor) return actor;
  if (isOperators) return "An operator";
  return account ?? (address === null ? "The installation" : "Not known");
}

/** The account that an entry is about; null if there is none, or if it is the account that caused the entry. */
export function subjectOf(entry: LogEntry): Person | null {
  const actor = actorOf(entry);
  const isActor = typeof actor !== "string" && actor.id === entry.account?.id;
  return isActor ? null : entry.account;
}

/** The name of an account, else its e-mail address, else that the account is deleted. */
export const nameOf = ({ name, email }: Person) => name ?? email ?? "Deleted account";

/** A text with a capital first letter: `Role changed`. */
export const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The details of an entry as text, besides its event and accounts; empty if there are none. */
export function describeDetails(details: LogDetails): string {
  const {
    more,
    from,
    to,
    file,
    rows,
    removed,
    rejected,
    kept,
    error,
    lecture,
    lectures,
    video,
    by,
    ...others
  } = details;
  if (more) return "and maybe more within the hour";
  const counts = [
    rows && countOf(Number(rows), "row"),
    removed && `${formatCount(Number(removed))} removed`,
    rejected && `${formatCount(Number(rejected))} rejected`,
    kept && `${formatCount(Number(kept))} left as they are`,
    error,
  ]
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

/** Events grouped by kind, in their given order. */
export const byKind = (events: readonly LogEvent[]) => Map.groupBy(events, ({ kind }) => kind);

/** The query parameter `before` as the id of an entry; 0 if it is not a valid id. */
export function parseBefore(before: string | string[] | undefined): number {
  const text = textOf(before);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** The text of a filter from a query parameter, trimmed and cut to the longest possible e-mail address. */
export function parseFilter(text: string | string[] | undefined): string {
  return firstCharacters(textOf(text).replaceAll("\0", "").trim(), 320);
}
