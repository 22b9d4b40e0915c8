import { expect, test } from "vitest";
import { describeEntry, type Entry, parseSince } from "../../../scripts/audit-log.ts";

const entry: Entry = {
  total: 1,
  happened_at: new Date(2026, 1, 3, 4, 5, 6).getTime() / 1000,
  event: "signed in",
  is_operators: false,
  account_id: null,
  email: null,
  actor: null,
  address: null,
  details: {},
};
const shown = (values: Partial<Entry>) => Object.values(describeEntry({ ...entry, ...values })).slice(1);

test("an entry is shown with its local time", () => {
  expect(describeEntry(entry).time).toBe("2026-02-03 04:05:06");
});

test.each<[Partial<Entry>, string[]]>([
  [{ email: "ada@example.org", address: "::1" }, ["signed in", "ada@example.org", "", "::1", ""]],
  [
    { event: "sign-in failed", address: "::1", details: { more: true } },
    ["sign-in failed", "no account", "", "::1", "and maybe more within the hour"],
  ],
  [
    {
      event: "role changed",
      is_operators: true,
      email: "ada@example.org",
      details: { from: "user", to: "admin" },
    },
    ["role changed", "ada@example.org", "an operator", "", "from user to admin"],
  ],
  [
    {
      event: "role changed",
      is_operators: true,
      account_id: "1",
      actor: "ben@example.org",
      details: { from: "admin", to: "user" },
    },
    ["role changed", "1 (deleted)", "ben@example.org", "", "from admin to user"],
  ],
  [
    { event: "import added", details: { file: "a.csv" } },
    ["import added", "the installation", "", "", "a.csv"],
  ],
  [
    {
      event: "import failed",
      email: "ada@example.org",
      details: { file: "\u001b[31ma.csv", rows: 5, rejected: 2, error: "gone" },
    },
    ["import failed", "ada@example.org", "", "", "[31ma.csv: 5 rows, 2 rejected, gone"],
  ],
])("%o is shown as %o", (values, columns) => {
  expect(shown(values)).toEqual(columns);
});

test.each([
  ["12h", 12],
  ["7d", 7 * 24],
])("%s is that long ago", (text, hours) => {
  expect(parseSince(text, 1e12)).toBe(1e9 - hours * 3600);
});

test("a day begins at midnight of the computer's own time, and may have an hour", () => {
  expect(parseSince("2026-02-03")).toBe(new Date(2026, 1, 3).getTime() / 1000);
  expect(parseSince("2026-02-03T04:05")).toBe(new Date(2026, 1, 3, 4, 5).getTime() / 1000);
});

test.each(["", "soon", "7", "2026", "2026-13-01", "2026-02-30", "yesterday", "7 d"])(
  "%o is no time",
  (text) => {
    expect(parseSince(text)).toBeNull();
  },
);
