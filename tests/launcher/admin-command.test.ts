import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type Launch, launch } from "../product.ts";
import { root } from "../run.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

const email = "someone@example.com";
const password = "a good password";

describe("npm run admin", () => {
  let settings: Record<string, string>;
  let dataDir: string;
  let app: Launch | undefined;

  const start = async () => {
    app = launch(settings);
    return app.ready;
  };
  /** Runs the command with the installation's settings. */
  const admin = async (...args: string[]) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...settings } as unknown as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, ["scripts/admin.ts", ...args], { cwd: root, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    const [code] = await once(child, "close");
    return { code, output: output.trim() };
  };
  const signIn = async (address: string, ...paths: string[]) => {
    let answer = new Response();
    for (const path of paths) {
      const headers = { origin: new URL(address).origin, "content-type": "application/json" };
      const body = JSON.stringify({ email, password });
      answer = await fetch(`${address}/api/auth/${path}`, { method: "POST", headers, body });
      expect(answer.ok, path).toBe(true);
    }
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  };
  const consoleStatus = async (address: string, cookie: string) =>
    (await fetch(`${address}/admin-console`, { headers: { cookie }, redirect: "manual" })).status;

  beforeAll(async () => {
    dataDir = await temporaryDirectory();
    settings = { LECTERN_DATA_DIR: dataDir, LECTERN_SEED: "none", PORT: String(await freePort()) };
  });
  afterAll(async () => {
    await app?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("operators grant and revoke the role while the app runs and while it is stopped", async () => {
    const address = await start();
    expect(await admin(email)).toEqual({
      code: 1,
      output: `There is no account with the email ${email}. Sign up with it first.`,
    });
    const cookie = await signIn(address, "sign-up", "sign-in");
    expect(await consoleStatus(address, cookie)).toBe(307);
    expect(await admin("Someone@Example.com")).toEqual({
      code: 0,
      output: "Someone@Example.com is an administrator now.",
    });
    expect(await consoleStatus(address, cookie)).toBe(200);
    expect(await admin(email)).toEqual({ code: 0, output: `${email} was an administrator already.` });
    expect(await admin(email, "--revoke")).toEqual({
      code: 0,
      output: `${email} is no administrator any more.`,
    });
    expect(await consoleStatus(address, cookie)).toBe(307);
    expect(await admin("--revoke", email)).toEqual({ code: 0, output: `${email} was no administrator.` });
    expect(await app?.stop()).toBe(0);

    expect(await admin(email)).toEqual({ code: 0, output: `${email} is an administrator now.` });
    expect(await consoleStatus(await start(), cookie)).toBe(200);
  });

  test("operators read how the command is used when its arguments are wrong", async () => {
    for (const args of [
      [],
      ["--revoke"],
      ["someone"],
      ["--help"],
      [email, "other@example.com"],
      [email, "--remove"],
    ]) {
      const { code, output } = await admin(...args);
      expect([code, output.split("\n")[0]], args.join(" ")).toEqual([
        1,
        "Usage: npm run admin -- someone@example.com [--revoke]",
      ]);
    }
  });
});
