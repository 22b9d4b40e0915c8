import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRunningBackend } from "../../supabase/embedded/running.ts";
import { freePort } from "../free-port.ts";
import { type Launch, launch } from "../launch.ts";
import { share } from "../long-form.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { childOf, postgresOf } from "../processes.ts";
import { watchPackages } from "./loaded-packages.ts";
import { openDatabase, signInAsAdmin, useSession } from "./people.ts";
import { runDoctor } from "./run-doctor.ts";

// One installation from its start to its stop: what is told of it, and that its parts come back when they are killed.

let dataDir: string;
let settings: Record<string, string>;
let packages: Awaited<ReturnType<typeof watchPackages>>;
let product: Launch;
let address: string;

beforeAll(async () => {
  dataDir = await copyEmptyInstallation();
  settings = { LECTERN_DATA_DIR: dataDir, LECTERN_SEED: "none", PORT: String(await freePort()) };
  packages = await watchPackages(dataDir);
  product = launch({ ...settings, ...packages.settings });
  address = await product.ready;
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The id of the product's process that runs this script. */
const processOf = (script: string) => childOf(product.process.pid as number, script).pid;

const statusOf = (path: string) =>
  fetch(address + path).then(
    (answer) => answer.status,
    (error) => error.cause?.code,
  );

test("an installation without presets shows the empty state", async () => {
  const page = await (await fetch(address)).text();
  expect(page).toContain("No Courses Yet");
  expect(page).toContain("Contact admin to import course data");
  const listing = await fetch(`${address}/courses/All`);
  const text = await listing.text();
  expect(listing.status).toBe(200);
  for (const shown of ["All Courses", "0 courses", "No courses found in this category."])
    expect(text).toContain(shown);
  expect(await statusOf("/courses/All/2")).toBe(404);
});

test("where no token is set there are no metrics, and no package for them or for traces is loaded", async () => {
  const headers = { authorization: "Bearer a-token-that-is-long-enough" };
  const answer = await fetch(`${address}/metrics`, { headers });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await statusOf("/api/health")).toBe(200);
  expect(await packages.loaded()).toEqual([]);
});

test("the doctor finds nothing wrong while the app runs, and no installation in another directory", async () => {
  const healthy = await runDoctor({ ...settings, PORT: String(await freePort()) });
  expect(healthy.output).not.toContain("✗");
  expect(healthy.lines).toContain(`✓ The data directory is ${dataDir}.`);
  expect(healthy.output).toMatch(/✓ All \d+ migrations are applied\./);
  expect(healthy.lines).toContain(`✓ The app answers at ${address}.`);
  expect(healthy.lines.at(-1)).toBe("Nothing is wrong.");
  expect(healthy.code).toBe(0);

  const absent = await runDoctor({ ...settings, LECTERN_DATA_DIR: `${dataDir}/other` });
  expect(absent.code).toBe(1);
  expect(absent.lines[0]).toBe(`✗ There is no installation in ${dataDir}/other.`);
});

describe("with the running backend as a Supabase of the operator's", () => {
  let supabase: Record<"SUPABASE_URL" | "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY" | "PORT", string>;

  beforeAll(async () => {
    const { url, publishableKey, secretKey } = (await findRunningBackend(dataDir))!;
    supabase = {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      PORT: String(await freePort()),
    };
  });

  test("a start with a wrong key ends at once, and so says the doctor; neither prints a key", async () => {
    const swapped = {
      ...supabase,
      SUPABASE_PUBLISHABLE_KEY: supabase.SUPABASE_SECRET_KEY,
      SUPABASE_SECRET_KEY: "sb_secret_of-another-project",
    };
    const start = launch(swapped);
    expect(await start.exited).toBe(1);
    const { code, output } = await runDoctor(swapped);
    expect(code).toBe(1);
    for (const printed of [start.lines.join("\n"), output]) {
      expect(printed).toContain("✗ SUPABASE_PUBLISHABLE_KEY holds a secret key.\n  → ");
      expect(printed).toContain(`✗ SUPABASE_SECRET_KEY is not accepted by ${supabase.SUPABASE_URL}`);
      expect(printed).not.toContain(supabase.SUPABASE_SECRET_KEY);
      expect(printed).not.toContain("of-another-project");
    }
  });

  test("a start at an address that does not answer says that it waits, and Ctrl-C ends it", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const start = launch({ ...supabase, SUPABASE_URL: nowhere });
    await expect
      .poll(() => start.lines.join("\n"))
      .toContain(`Waiting, for 120 s at most: ${nowhere} does not answer (the connection is refused).`);
    expect(await start.stop("SIGINT")).toBe(0);
    const { code, lines } = await runDoctor({ ...supabase, SUPABASE_URL: nowhere });
    expect([code, lines[0]]).toEqual([1, `✗ ${nowhere} does not answer (the connection is refused).`]);
  });
});

test("the app that is killed comes back, and visitors are asked to wait", async () => {
  const killed = processOf("server/index.ts");
  process.kill(killed, "SIGKILL");
  const seen = new Set<number | string>();
  await expect
    .poll(async () => {
      const answer = await fetch(address).catch(() => null);
      if (answer?.status === 503) seen.add(answer.headers.get("retry-after") ?? "");
      return answer?.status === 200 && processOf("server/index.ts") !== killed;
    })
    .toBe(true);
  expect([...seen]).toEqual(["2"]);
  expect(product.lines.join("\n")).toContain("The app has ended and is started again.");
});

test.each([
  ["API", () => processOf("backend.ts")],
  ["database server", () => postgresOf(processOf("backend.ts")).pid],
])("the %s that is killed comes back at the same address, and kept pages stay", async (_name, find) => {
  expect(await statusOf("/")).toBe(200);
  const app = processOf("server/index.ts");
  const backend = processOf("backend.ts");
  process.kill(find(), "SIGKILL");
  const readiness = async () => {
    const { status, headers } = await fetch(`${address}/api/ready`);
    return [status, headers.get("retry-after")];
  };
  await expect.poll(readiness).toEqual([503, "5"]);
  expect(await statusOf("/api/health")).toBe(200);
  expect(await statusOf("/")).toBe(200);
  await expect.poll(() => statusOf("/api/ready")).toBe(200);
  expect(processOf("server/index.ts")).toBe(app);
  expect(processOf("backend.ts")).not.toBe(backend);
});

const terminateConnections = async () => {
  for (let round = 0; round < 10; round++) {
    const sql = await openDatabase(dataDir);
    await sql`
      select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    await sql.end();
  }
};
const restAndGoOn = async () => {
  const backend = processOf("backend.ts");
  process.kill(backend, "SIGSTOP");
  // The readiness check times out after two seconds.
  expect(await statusOf("/api/ready")).toBe(503);
  process.kill(backend, "SIGCONT");
};

const strikes: [string, () => unknown][] = [
  ["the app is killed", () => process.kill(processOf("server/index.ts"), "SIGKILL")],
  ["connections to the database are lost", terminateConnections],
  ["the API is killed", () => process.kill(processOf("backend.ts"), "SIGKILL")],
  ["the API does not answer for a while", restAndGoOn],
  ["the database server is killed", () => process.kill(postgresOf(processOf("backend.ts")).pid, "SIGKILL")],
];

test.each(share(strikes, strikes.length))("administrators stay signed in while %s", async (name, strike) => {
  const people = await Promise.all(
    [false, true, true].map(async (isDue, index) => {
      const email = `${name.replaceAll(" ", "-")}-${index}@example.com`.toLowerCase();
      return { isDue, cookies: await signInAsAdmin(address, dataDir, email) };
    }),
  );
  let isOver = false;
  const asking = people.map(({ isDue, cookies }) =>
    useSession(address, cookies, { isDue, isOver: () => isOver }),
  );
  await strike();
  await expect.poll(() => statusOf("/api/ready")).toBe(200);
  await expect.poll(() => statusOf("/api/ready")).toBe(200);
  isOver = true;
  expect((await Promise.all(asking)).flat()).toEqual([]);
});

test("it stops in order afterwards, and the doctor says how to start it", async () => {
  expect(await product.stop()).toBe(0);
  expect(await statusOf("/")).toBe("ECONNREFUSED");
  const { code, lines, output } = await runDoctor(settings);
  expect(output).toContain(`✗ Lectern does not run on ${dataDir}.\n  → Start it: \`npm start\`.`);
  expect(lines.at(-1)).toBe("1 thing is wrong.");
  expect(code).toBe(1);
});
