import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../run.ts";

const email = "someone@example.org";

function account(...args: string[]) {
  const options = { cwd: root, encoding: "utf8" as const };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/account.ts", ...args], options);
  const [first, ...rest] = stderr.split("\n");
  return { status, first, rest: rest.join("\n") };
}

test.each([
  [["log", "--since", "yesterday"], '"--since yesterday" does not name a time.'],
  [["toString", email], 'There is no command "toString".'],
  [["lock", "someone"], '"someone" is not an address.'],
  [["lock", email, "--yes"], "lock has no option --yes."],
  [["lock", email, "new@example.org"], '"new@example.org" is one argument too many.'],
  [["email", email, "nonsense"], '"nonsense" is not an address.'],
])("npm run account -- %j says what is wrong, then how it is used", (args, misuse) => {
  const { status, first, rest } = account(...args);
  expect([status, first]).toEqual([1, misuse]);
  expect(rest).toMatch(/^\nUsage: npm run account -- list/);
});

test("npm run account by itself says how it is used", () => {
  expect(account()).toMatchObject({
    status: 1,
    first: "Usage: npm run account -- list [part of an address]",
  });
});
