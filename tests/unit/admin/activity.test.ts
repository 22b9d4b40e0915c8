import { expect, test } from "vitest";
import {
  actorOf,
  describeDetails,
  nameOf,
  parseBefore,
  parseFilter,
  subjectOf,
} from "../../../lib/admin/activity.ts";
import type { LogEntry } from "../../../lib/admin/types.ts";

const ada = { id: "1", email: "ada@example.org", name: "Ada" };
const ben = { id: "2", email: "ben@example.org", name: null };
const entry: LogEntry = {
  id: 1,
  happenedAt: 0,
  event: "signed in",
  isOperators: false,
  account: null,
  actor: null,
  address: null,
  details: {},
};

test.each<[string, Partial<LogEntry>, unknown, unknown]>([
  ["who signed in", { account: ada, address: "::1" }, ada, null],
  ["a sign-in as nobody", { address: "::1" }, "Not known", null],
  ["an administrator's change", { account: ben, actor: ada, isOperators: true }, ada, ben],
  ["a change of one's own role", { account: ada, actor: ada, isOperators: true }, ada, null],
  ["an operator's change", { account: ben, isOperators: true }, "An operator", ben],
  ["an import at first start", { event: "import completed" }, "The installation", null],
  ["an import's end", { event: "import completed", account: ben }, ben, null],
])("%s: who did it, and about whom", (_, values, actor, subject) => {
  expect(actorOf({ ...entry, ...values })).toEqual(actor);
  expect(subjectOf({ ...entry, ...values })).toEqual(subject);
});

test("an account goes by its name, then by its e-mail, and once deleted by neither", () => {
  expect([ada, ben, { id: "3", email: null, name: null }].map(nameOf)).toEqual([
    "Ada",
    "ben@example.org",
    "Deleted account",
  ]);
});

test.each([
  [{ from: "user", to: "admin" }, "from user to admin"],
  [{ file: "a.csv", rows: 5, rejected: 2 }, "a.csv: 5 rows, 2 rejected"],
  [{ file: "a.csv", rows: 5, removed: 1200 }, "a.csv: 5 rows, 1,200 removed"],
  [{ file: "Edited “Limits”", rows: 1, kept: 1 }, "Edited “Limits”: 1 row, 1 left as they are"],
  [
    { video: "abcdefghijk", by: "bbbbbbbbbbb", lecture: "Limits", lectures: 2 },
    "“Limits” and 1 more, video abcdefghijk, now bbbbbbbbbbb",
  ],
  [{ undo: true, size: 7, gone: null }, "undo, size 7"],
  [{ more: true }, "and maybe more within the hour"],
  [{}, ""],
])("the details %j are told as %j", (details, text) => {
  expect(describeDetails(details)).toBe(text);
});

test("what an address asks for is a number and a text, or nothing", () => {
  expect(["7", "0", "-1", "1e9", "x", undefined, ["8", "9"]].map(parseBefore)).toEqual([7, 0, 0, 0, 0, 0, 8]);
  expect([" ada ", undefined, ["a", "b"], "a\0b"].map(parseFilter)).toEqual(["ada", "", "a", "ab"]);
  expect(parseFilter(`${"a".repeat(319)}😀😀`)).toBe(`${"a".repeat(319)}😀`);
});
