import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";
import { until } from "./launch.ts";
import { serviceClient, signUp } from "./requests.ts";

const MIB = 1024 * 1024;

let dataDir: string;
let backend: EmbeddedSupabase;
let owner: Awaited<ReturnType<typeof signUp>>;
const register = afterAllTests();
beforeAll(async () => {
  dataDir = await installedDirectory(register);
  backend = await startBackend(dataDir, {}, register);
  owner = await signUp(backend, "owner");
});

const objectUrl = (key: string) => `${backend.url}/storage/v1/object/files/${key}`;
const asOwner = (headers: Record<string, string> = {}) => ({
  apikey: backend.publishableKey,
  authorization: `Bearer ${owner.token}`,
  ...headers,
});
const storedFiles = () => readdir(path.join(dataDir, "storage"));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a streamed upload comes back byte for byte, with its type", async () => {
  const bytes = randomBytes(20 * MIB);
  expect((await streamUp("a/large.csv", bytes)).status).toBe(200);

  const down = await fetch(objectUrl("a/large.csv"), { headers: asOwner() });
  expect(down.headers.get("content-type")).toBe("text/csv");
  expect(sha256(new Uint8Array(await down.arrayBuffer()))).toBe(sha256(bytes));
});

test("memory stays flat while 90 MB pass through", async () => {
  const before = memoryOf(backend.pid);
  expect((await streamUp("flat.csv", Buffer.alloc(90 * MIB, "x"))).status).toBe(200);
  expect(memoryOf(backend.pid) - before).toBeLessThan(60 * MIB);
});

test("an object that is being overwritten stays whole until the new one is there", async () => {
  const [before, after] = ["a", "b"].map((letter) => Buffer.alloc(2 * MIB, letter)) as [Buffer, Buffer];
  const { error } = await owner.client.storage.from("files").upload("overwritten", before);
  expect(error).toBeNull();
  const stored = async () =>
    sha256(await (await fetch(objectUrl("overwritten"), { headers: asOwner() })).bytes());
  const bytesOnDisk = async () => {
    const sizes = (await storedFiles()).map(
      async (name) => (await stat(path.join(dataDir, "storage", name))).size,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };

  const total = await bytesOnDisk();
  const headers = asOwner({ "content-type": "text/plain", "x-upsert": "true" });
  const upload = request(objectUrl("overwritten"), { method: "POST", headers });
  upload.write(after.subarray(0, MIB));
  await until("half of it has arrived", async () => (await bytesOnDisk()) !== total);
  expect(await stored()).toBe(sha256(before));
  upload.end(after.subarray(MIB));
  await once(upload, "response");
  expect(await stored()).toBe(sha256(after));
});

test("other accounts cannot read, list, replace, delete or forge an object", async () => {
  await owner.client.storage
    .from("files")
    .upload("private.txt", Buffer.from("mine"), { contentType: "text/plain" });
  const other = await signUp(backend, "other");
  const files = other.client.storage.from("files");
  expect((await files.download("private.txt")).error).not.toBeNull();
  expect((await files.list()).data).toEqual([]);
  expect((await files.upload("private.txt", Buffer.from("theirs"), { upsert: true })).error).not.toBeNull();
  await files.remove(["private.txt"]);
  expect((await fetch(objectUrl("private.txt"), { headers: { apikey: backend.publishableKey } })).ok).toBe(
    false,
  );

  const mine = await owner.client.storage.from("files").download("private.txt");
  expect(await mine.data?.text()).toBe("mine");
});

test("no key leads out of the storage directory", async () => {
  const before = await everyFile(dataDir);
  const keys = [
    "../outside",
    "a/../../outside",
    "%2e%2e/outside",
    "..%2f..%2foutside",
    "/tmp/outside",
    "a%00b",
  ];
  for (const key of keys) {
    const answers = await Promise.all([rawRequest("POST", key), rawRequest("GET", key)]);
    expect(answers.every((status) => status >= 400) || key === "/tmp/outside", `${key}: ${answers}`).toBe(
      true,
    );
  }
  const added = (await everyFile(dataDir)).filter((file) => !before.includes(file));
  expect(added.filter((file) => !/^storage\/[0-9a-f]{64}$/.test(file))).toEqual([]);
  await expect(readFile("/tmp/outside")).rejects.toThrow("ENOENT");
});

test("any key has its own object, however long, nested or alike", async () => {
  const keys = ["n", "n/n", "N", "é", `${"long/".repeat(60)}end`, "x".repeat(400)];
  const files = serviceClient(backend).storage.from("files");
  for (const key of keys) expect((await files.upload(key, Buffer.from(key))).error, key).toBeNull();
  for (const key of keys) expect(await (await files.download(key)).data?.text(), key).toBe(key);
  const { error } = await files.remove(keys);
  expect(error).toBeNull();
  for (const key of keys) expect((await files.download(key)).error, key).not.toBeNull();
});

test("an upload that is cut short or too large leaves nothing", async () => {
  const before = await storedFiles();
  const half = request(objectUrl("half.csv"), {
    method: "POST",
    headers: asOwner({ "content-type": "text/csv", "content-length": String(10 * MIB) }),
  });
  half.on("error", () => {});
  half.write(Buffer.alloc(MIB));
  await until("the upload arrives", async () => (await storedFiles()).some((name) => name.endsWith(".part")));
  half.destroy();
  await until(
    "it is cleared away",
    async () => !(await storedFiles()).some((name) => name.endsWith(".part")),
  );

  const tooLarge = await streamUp("large", Buffer.alloc(101 * MIB)).catch(() => undefined);
  expect(tooLarge?.ok ?? false).toBe(false);
  // After a broken connection, the storage may still be cleaning up.
  await expect.poll(async () => (await storedFiles()).sort()).toEqual(before.sort());
});

/** Sends a CSV file in pieces, without a length. */
function streamUp(key: string, bytes: Buffer): Promise<Response> {
  const body = Readable.toWeb(Readable.from(slices(bytes))) as ReadableStream;
  const headers = asOwner({ "content-type": "text/csv" });
  return fetch(objectUrl(key), { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

function* slices(bytes: Buffer) {
  const SLICE = 64 * 1024;
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** Resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/** Sends a request with its path unchanged; `fetch` would resolve the dots. */
function rawRequest(method: string, key: string): Promise<number> {
  const { hostname, port } = new URL(backend.url);
  const headers = asOwner({ "content-type": "text/plain" });
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, headers, path: `/storage/v1/object/files/${key}` },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(method === "POST" ? "x" : undefined);
  });
}

async function everyFile(directory: string): Promise<string[]> {
  return (await readdir(directory, { recursive: true })).filter((name) => !name.startsWith("postgres/"));
}
