import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { FIXTURES, temporaryDirectory } from "./installation.ts";
import { launch } from "./launch.ts";
import { addToLedger, listLedger, signUp } from "./requests.ts";

const RECORDER = path.join(FIXTURES, "record-connections.ts");

test("no request leaves the machine", async () => {
  const file = path.join(await temporaryDirectory(), "connections");
  await writeFile(file, "");
  const env = { ...process.env, CONNECTIONS_FILE: file };
  const { backend } = await launch(
    { dataDir: await temporaryDirectory(), execArgv: ["--import", RECORDER] },
    { env },
  );

  const { client } = await signUp(backend, "ada");
  await addToLedger(backend, 1);
  await listLedger(backend);
  await client.auth.resetPasswordForEmail("ada@example.org");
  await client.auth.signInWithOtp({ email: "ada@example.org" });
  await client.storage.from("files").upload("a", Buffer.from("a"));
  await client.from("no_such_table").select();
  await client.rpc("no_such_function");

  expect(await readFile(file, "utf8")).toBe("");
});

test("the recorder of this test notices a request", async () => {
  const file = path.join(await temporaryDirectory(), "connections");
  await writeFile(file, "");
  const program = `
    import net from "node:net";
    net.connect(9, "192.0.2.1").on("error", () => {}).destroy();
    await fetch("http://outside.invalid/").catch(() => {});`;
  const args = ["--import", RECORDER, "--input-type=module", "-e", program];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, CONNECTIONS_FILE: file } });
  expect(await readFile(file, "utf8")).toMatch(/192\.0\.2\.1\n.*outside\.invalid/s);
});
