import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { afterAllTests, installedDirectory, removeInstallation, startBackend } from "./installation.ts";

const permissions = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

let one: string;
let secrets: Record<string, string>;
const register = afterAllTests();
beforeAll(async () => {
  one = await installedDirectory(register);
  secrets = await readSecrets(one);
});

test("each installation makes its own secrets, readable by its user alone", async () => {
  const other = await copyEmptyInstallation();
  onTestFinished(() => removeInstallation(other));

  expect(await permissions(path.join(other, "secrets.json"))).toBe("600");
  expect(["700", "711"]).toContain(await permissions(other));
  for (const name of ["postgres.log", "backend.log", "lectern.lock"]) {
    expect(await permissions(path.join(other, name)), name).toBe("600");
  }
  expect(await permissions(path.join(other, "storage"))).toBe("700");

  const alsoMade = await readSecrets(other);
  for (const name of ["postgresPassword", "jwtSecret", "publishableKey", "secretKey"]) {
    expect(secrets[name]?.length, name).toBeGreaterThan(40);
    expect(secrets[name], name).not.toBe(alsoMade[name]);
  }
  expect(new Set(Object.values(secrets)).size).toBe(4);
});

test("a start without its secrets is refused and makes no new ones", async () => {
  const file = path.join(one, "secrets.json");
  const kept = await readFile(file, "utf8");
  onTestFinished(() => writeFile(file, kept, { mode: 0o600 }));

  await writeFile(file, kept.slice(0, 50));
  const refusal = await startBackend(one).catch((error: Error) => error.message);
  expect(refusal).toMatch(/secrets\.json is damaged/);
  expect(refusal).not.toContain(kept.slice(30, 50));

  await rm(file);
  await expect(startBackend(one)).rejects.toThrow(/secrets\.json is missing/);
  expect(await readdir(one)).not.toContain("secrets.json");
});

test("a start with the secrets of another installation names them as what does not belong to the database", async () => {
  const file = path.join(one, "secrets.json");
  const kept = await readFile(file, "utf8");
  onTestFinished(() => writeFile(file, kept));
  const postgresPassword = "of another installation, with 32 characters";
  await writeFile(file, JSON.stringify({ ...JSON.parse(kept), postgresPassword }));
  const refusal = await startBackend(one).catch((error: Error) => error.message);
  expect(refusal).toBe(
    `${file} does not belong to the database of this data directory: it holds another password. ` +
      "Put back a copy of the one that does.",
  );
});

test("secrets stay the same from start to start, and those that are put back are taken again", async () => {
  const { publishableKey, secretKey, jwtSecret } = secrets;
  expect(await startBackend(one)).toMatchObject({ publishableKey, secretKey, jwtSecret });
  expect(await readSecrets(one)).toEqual(secrets);
});

async function readSecrets(dataDir: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8"));
}
