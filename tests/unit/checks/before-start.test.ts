import { expect, test } from "vitest";
import { checkBeforeStart } from "../../../scripts/checks/before-start.ts";
import { freePort } from "../../free-port.ts";
import { HEALTHY, type Replies, startServer, targetAt } from "./server.ts";

/** The messages and the outcome of a start against a server with the given replies. */
async function startOn(replies: Replies, limitMs = 0) {
  const { url } = await startServer({ ...HEALTHY, ...replies });
  const said: string[] = [];
  const ended = await checkBeforeStart(targetAt(url), {}, { limitMs, say: (line) => said.push(line) }).then(
    () => "started",
    (error: Error) => error.message,
  );
  return { url, said, ended };
}

test("a start waits for an address that does not answer yet, says for what, and goes on once it does", async () => {
  const port = await freePort();
  const target = targetAt(`http://127.0.0.1:${port}`);
  const said: string[] = [];
  let opened: Promise<unknown> | undefined;
  await checkBeforeStart(
    target,
    {},
    {
      say: (line) => {
        said.push(line);
        opened ??= startServer(HEALTHY, port);
      },
    },
  );
  await opened;
  expect(said[0]).toBe(
    `Waiting, for 120 s at most: ${target.url} does not answer (the connection is refused).`,
  );
});

test("a start says again and again what it waits for, and ends after its limit", async () => {
  const port = await freePort();
  const said: string[] = [];
  const start = checkBeforeStart(
    targetAt(`http://127.0.0.1:${port}`),
    {},
    { limitMs: 1_500, everyMs: 0, say: (line) => said.push(line) },
  );
  await expect(start).rejects.toThrow(/does not answer .*\n {2}→ Check SUPABASE_URL/);
  expect(said.length).toBeGreaterThan(1);
});

test("a start ends at once where waiting cannot help, and names every key that is wrong", async () => {
  const refused = { status: 401, json: { message: "Invalid API key" } };
  const keys = await startOn(
    { "*": refused, ...Object.fromEntries(Object.keys(HEALTHY).map((p) => [p, refused])) },
    60_000,
  );
  expect(keys.said).toEqual([]);
  expect(keys.ended).toContain(`✗ SUPABASE_PUBLISHABLE_KEY is not accepted by ${keys.url}`);
  expect(keys.ended).toContain(`✗ SUPABASE_SECRET_KEY is not accepted by ${keys.url}`);
  const nonsense = await startOn({ "GET /auth/v1/settings": { status: 200, text: "<html>" } }, 60_000);
  expect(nonsense.said).toEqual([]);
  expect(nonsense.ended).toContain(`At ${nonsense.url}, auth answers, but not as a Supabase does (200).`);
});

test("a start ends where migrations are missing, and goes on where only imports or mails suffer", async () => {
  const functions = { "POST /rest/v1/rpc/applied_migrations": { status: 404, json: { code: "PGRST202" } } };
  expect((await startOn(functions)).ended).toMatch(/^✗ The migrations of the database are older.*\n {2}→ /);
  const tooLarge = { "POST /storage/v1/bucket": { status: 413, json: {} } };
  const { said, ended } = await startOn(tooLarge);
  expect(ended).toBe("started");
  expect(said).toEqual([expect.stringMatching(/^✗ The bucket's limit of 100 MB is above .*\n {2}→ /)]);
});

test("nothing that a start prints holds a key", async () => {
  for (const status of [200, 401, 403, 404, 413, 500]) {
    const echo = { status, json: { message: "sb_secret_not-to-be-printed", code: "not-to-be-printed" } };
    const { said, ended } = await startOn(
      Object.fromEntries(Object.keys(HEALTHY).map((path) => [path, echo])),
    );
    expect([...said, ended].join("\n")).not.toContain("not-to-be-printed");
  }
});
