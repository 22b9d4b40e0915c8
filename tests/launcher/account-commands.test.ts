import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { environment, type Outcome, startCommands } from "../commands.ts";
import { visitorClient } from "../embedded/requests.ts";
import { freePort } from "../free-port.ts";
import { type Launch, launch } from "../launch.ts";
import { isLongForm } from "../long-form.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { root } from "../run.ts";

const email = "someone@example.com";
const second = "second@example.com";
const password = "a good password";

let settings: Record<string, string>;
let dataDir: string;
let app: Launch | undefined;

const commands = startCommands();
const admin = (...args: string[]) => commands.run({ script: "admin", args, settings });
const account = (...args: string[]) => commands.run({ script: "account", args, settings });

/** Runs a command in a process of its own, as an operator does. */
async function runAlone(script: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output: output.trim() };
}

/** Sends a request in the same way as a page of the site. */
function post(path: string, body: object, cookie = "") {
  const origin = `http://localhost:${settings.PORT}`;
  return fetch(`${origin}/api/auth/${path}`, {
    method: "POST",
    headers: { origin, cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function cookiesOf(answer: Response): Promise<string> {
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
const signIn = async () => cookiesOf(await post("sign-in", { email, password }));
const refusalOf = async (answer: Response) => [answer.status, (await answer.json()).message];
const consoleStatus = async (cookie: string) => {
  const address = `http://localhost:${settings.PORT}/admin-console`;
  return (await fetch(address, { headers: { cookie }, redirect: "manual" })).status;
};

beforeAll(async () => {
  dataDir = await copyEmptyInstallation();
  settings = { LECTERN_DATA_DIR: dataDir, LECTERN_SEED: "none", PORT: String(await freePort()) };
  const backend = await startEmbeddedSupabase({ dataDir });
  const { error } = await visitorClient(backend).auth.signUp({ email, password });
  expect(error).toBeNull();
  await backend.stop();
});
afterAll(async () => {
  await commands.stop();
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("npm run admin", () => {
  const about = `${email}, without a name: signed up today, its address was never confirmed.`;

  test("operators give roles and take them back while the app is stopped and while it runs", async () => {
    expect(await runAlone("admin", "Someone@Example.com", "--yes")).toEqual({
      code: 0,
      output: `${about}\nSomeone@Example.com is an administrator now.`,
    });

    app = launch(settings);
    await app.ready;
    const cookie = await signIn();
    expect(await consoleStatus(cookie)).toBe(200);
    expect(await admin(second, "--yes")).toEqual({
      code: 1,
      output: `There is no account with the email ${second}. Sign up with it first.`,
    });
    expect(await admin(email)).toEqual({
      code: 0,
      output: `${about}\n${email} was an administrator already.`,
    });
    const last = {
      code: 1,
      output: `${about}\nThis is the last administrator. Make another account an administrator first.`,
    };
    expect(await admin(email, "--revoke", "--yes")).toEqual(last);
    expect(await account("delete", email, "--yes")).toEqual(last);
    expect(await consoleStatus(cookie)).toBe(200);
    expect((await post("sign-up", { email: second, password })).ok).toBe(true);
    expect((await admin(second, "--yes")).code).toBe(0);
    expect((await admin(email, "--viewer", "--yes")).output).toContain(`${email} is a viewer now.`);
    expect(await consoleStatus(cookie)).toBe(200);
    expect((await admin(email, "--editor", "--yes")).output).toContain(`${email} is an editor now.`);
    expect((await runAlone("account", "list", email)).output).toContain("  editor  ");
    expect(await admin(email, "--revoke", "--yes")).toEqual({
      code: 0,
      output: `${about}\n${email} is an ordinary user now.`,
    });
    expect(await consoleStatus(cookie)).toBe(307);
    expect(await admin("--revoke", email)).toEqual({
      code: 0,
      output: `${about}\n${email} was an ordinary user already.`,
    });
    expect((await admin(email, "--yes")).output).toContain(`${email} is an administrator now.`);
    expect(await consoleStatus(cookie)).toBe(200);
    expect((await account("delete", second, "--yes")).output).toContain(`${second} is deleted.`);
  });

  test("a role is not changed where there is no terminal to ask on", async () => {
    expect(await runAlone("admin", email, "--revoke")).toEqual({
      code: 1,
      output: `${about}\nThere is no terminal to ask on. Add --yes to go on without being asked.`,
    });
    expect(await consoleStatus(await signIn())).toBe(200);
  });

  test("operators are told where no installation is, and none is made there", async () => {
    const known = settings;
    const nowhere = `${dataDir}-nowhere`;
    settings = { ...known, LECTERN_DATA_DIR: nowhere };
    try {
      const { code, output } = await account("list");
      expect([code, output]).toEqual([1, `There is no installation in ${nowhere}.`]);
      expect(existsSync(nowhere)).toBe(false);
    } finally {
      settings = known;
    }
  });

  test("operators read how the command is used when its arguments are wrong", async () => {
    const wrong = [
      ["--revoke"],
      [email, "--remove"],
      [email, "--editor", "--viewer"],
      ...(isLongForm ? [["someone"], [email, "other@example.com"]] : []),
    ];
    for (const args of wrong) {
      const { code, output } = await admin(...args);
      expect([code, output.split("\n")[0]], args.join(" ")).toEqual([
        1,
        "Usage: npm run admin -- someone@example.com [--editor | --viewer | --revoke] [--yes]",
      ]);
    }
  });
});

describe("npm run account, where no mail is sent", () => {
  test("operators list accounts by a part of their address", async () => {
    await post("sign-up", { email: "ada@example.org", password, displayName: "Ada \u001b[31m" });
    const { code, output } = await account("list", "EXAMPLE");
    expect(code).toBe(0);
    expect(output.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["address", "name", "role", "confirmed", "signed up", "last sign-in", "locked"],
      ["ada@example.org", "Ada [31m", "user", "not asked", "today", "today"],
      [email, "administrator", "not asked", "today", "today"],
    ]);
    expect(await account("list", "nobody@")).toEqual({ code: 1, output: "There is no such account." });
  });

  test("a link of an operator's sets a new password once, where a visitor can ask for none", async () => {
    expect(await refusalOf(await post("recover", { email }))).toEqual([
      403,
      "This installation sends no mail. Ask its administrator for a link to set a new password.",
    ]);
    const { code, output } = await account("reset", email);
    const [link, hint] = output.split("\n") as [string, string];
    expect(code).toBe(0);
    expect(link).toMatch(
      new RegExp(`^http://localhost:${settings.PORT}/auth/confirm\\?token_hash=\\w{64}&type=recovery$`),
    );
    expect(hint).toBe(
      `By this link ${email} sets a new password: once, within an hour. It opens the account: pass it on safely.`,
    );
    // A stranger who asks for a mail, which nobody gets, does not take the link back.
    expect((await post("resend", { email })).status).toBe(200);
    const proof = { tokenHash: new URL(link).searchParams.get("token_hash"), type: "recovery" };
    const cookie = await cookiesOf(await post("confirm", proof));
    expect((await post("password", { password: "a newer password" }, cookie)).status).toBe(200);
    expect((await post("sign-in", { email, password: "a newer password" })).status).toBe(200);
    expect((await post("confirm", proof)).status).toBe(403);
    const back = { password, currentPassword: "a newer password" };
    expect((await post("password", { password }, cookie)).status).toBe(403);
    expect((await post("password", back, cookie)).status).toBe(200);
  });

  test("operators are told that the embedded backend has no second factors to remove", async () => {
    expect(await account("reset-two-factor", email)).toEqual({
      code: 1,
      output: "This installation's backend has no two-factor sign-in.",
    });
  });

  test("a locked account is signed out and stays out until it is unlocked", async () => {
    const cookie = await signIn();
    expect(await account("lock", email)).toEqual({
      code: 0,
      output:
        `${email} is locked: its sessions are ended, and it cannot sign in.\n` +
        "No administrator can sign in now. Make another account one: npm run admin -- someone@example.org",
    });
    expect(await consoleStatus(cookie)).toBe(307);
    expect(await refusalOf(await post("sign-in", { email, password }))).toEqual([
      403,
      "This account is blocked. Please write to the administrators of this site.",
    ]);
    expect((await account("list", email)).output).toMatch(/ locked$/);
    expect(await account("reset", email)).toEqual({
      code: 1,
      output: `${email} is locked. Unlock it first: npm run account -- unlock ${email}`,
    });
    expect((await account("unlock", email)).code).toBe(0);
    await signIn();
  });

  test("unlocking forgets failed attempts", async () => {
    const fail = () => post("sign-in", { email, password: "a wrong password" });
    const statuses = [];
    while (statuses.at(-1) !== 429) statuses.push((await fail()).status);
    expect((await post("sign-in", { email, password })).status).toBe(429);
    expect(await account("unlock", email)).toEqual({
      code: 0,
      output: `${email} can sign in. Its failed attempts are forgotten.`,
    });
    await signIn();
  });

  test("an account is given another address, which no other account has", async () => {
    const moved = "someone.else@example.com";
    expect(await account("email", email, "Ada@example.org")).toEqual({
      code: 1,
      output: "Another account has the email Ada@example.org.",
    });
    const cookie = await signIn();
    const link = (await account("reset", email)).output.match(/http:\S+/)?.[0] ?? "";
    expect(await account("email", email, moved)).toEqual({
      code: 0,
      output:
        `${email} is ${moved} from now on, and logs in with it.\n` +
        "Its sessions are ended, and links mailed to the former address no longer work.",
    });
    expect(await consoleStatus(cookie)).not.toBe(200);
    const { searchParams } = new URL(link);
    expect(
      await refusalOf(
        await post("confirm", { tokenHash: searchParams.get("token_hash"), type: searchParams.get("type") }),
      ),
    ).toEqual([403, "This link is invalid or has expired. Please ask for a new one."]);
    expect((await post("sign-in", { email, password })).status).toBe(401);
    expect((await post("sign-in", { email: moved, password })).status).toBe(200);
    expect((await account("email", moved, email)).code).toBe(0);
  });

  test("an account is deleted only when its address was typed, or with --yes", async () => {
    const [ada, about] = ["ada@example.org", 'ada@example.org, of "Ada [31m": signed up today'];
    expect(await account("delete", ada)).toEqual({
      code: 1,
      output: `${about}, its address was never confirmed.\nThere is no terminal to ask on. Add --yes to go on without being asked.`,
    });
    expect((await account("delete", ada, "--yes")).output).toContain(`${ada} is deleted.`);
    expect((await post("sign-in", { email: ada, password })).status).toBe(401);
    expect((await account("delete", ada, "--yes")).output).toContain("There is no account");
  });

  test("operators read in the log who signed in, and what they did themselves", async () => {
    const log = async (...args: string[]) => {
      const { code, output } = await account("log", ...args);
      expect(code, output).toBe(0);
      return output.split("\n").map((line) => line.split(/ {2,}/));
    };
    await post("sign-up", { email: "eve@example.org", password });
    await post("sign-in", { email: "eve@example.org", password: "a wrong password" });
    await post("sign-in", { email: "eve@example.org", password });
    await account("lock", "eve@example.org");
    await post("sign-in", { email: "eve@example.org", password });
    await admin("eve@example.org", "--yes");
    await account("unlock", "eve@example.org");
    const [headings, ...entries] = await log("Eve@example.org", "--since", "1h");
    expect(headings).toEqual(["time", "event", "account", "by", "from", "about"]);
    const today = new Date().toLocaleDateString("sv-SE");
    expect(entries.map(([time, ...others]) => [time?.replace(/ \d\d:\d\d:\d\d$/, ""), ...others])).toEqual([
      [today, "sign-in failed", "eve@example.org", "127.0.0.1"],
      [today, "signed in", "eve@example.org", "127.0.0.1"],
      [today, "account locked", "eve@example.org", "an operator"],
      [today, "sign-in failed", "eve@example.org", "127.0.0.1"],
      [today, "role changed", "eve@example.org", "an operator", "from user to admin"],
      [today, "account unlocked", "eve@example.org", "an operator"],
    ]);

    await account("delete", "eve@example.org", "--yes");
    const everything = await log();
    const last = everything.at(-1) ?? [];
    expect(last.slice(1)).toEqual([
      "account deleted",
      expect.stringMatching(/^[\w-]{36} \(deleted\)$/),
      "an operator",
    ]);
    expect(everything.flat().join()).not.toContain("eve@example.org");
    const events = new Set(everything.map(([, event]) => event));
    for (const event of ["too many attempts", "link to set a password", "signed in by a link"])
      expect(events).toContain(event);
    expect((await log(last[2]?.split(" ")[0] ?? "")).at(-1)).toEqual(last);

    expect(await account("log", "nobody@example.org")).toEqual({
      code: 1,
      output: "The log has no such entry.",
    });
    expect((await account("log", "--since", "2037-01-01")).output).toBe("The log has no such entry.");
  });
});
