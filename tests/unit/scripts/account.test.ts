import { afterAll, expect, test } from "vitest";
import { startCommands } from "../../commands.ts";

const email = "someone@example.org";

const commands = startCommands();
afterAll(commands.stop);

async function account(...args: string[]) {
  const { code, output } = await commands.run({ script: "account", args, settings: {} });
  const [first, ...rest] = output.split("\n");
  return { code, first, rest: rest.join("\n") };
}

test.each([
  [["log", "--since", "yesterday"], '"--since yesterday" does not name a time.'],
  [["toString", email], 'There is no command "toString".'],
  [["lock", "someone"], '"someone" is not an address.'],
  [["lock", email, "--yes"], "lock has no option --yes."],
  [["lock", email, "new@example.org"], '"new@example.org" is one argument too many.'],
  [["email", email, "nonsense"], '"nonsense" is not an address.'],
])("npm run account -- %j says what is wrong, then how it is used", async (args, misuse) => {
  const { code, first, rest } = await account(...args);
  expect([code, first]).toEqual([1, misuse]);
  expect(rest).toMatch(/^\nUsage: npm run account -- list/);
});

test("npm run account by itself says how it is used", async () => {
  expect(await account()).toMatchObject({
    code: 1,
    first: "Usage: npm run account -- list [part of an address]",
  });
});
