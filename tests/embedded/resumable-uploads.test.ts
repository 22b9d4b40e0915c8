import { execFileSync } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { startCutLine } from "../cut-line.ts";
import {
  FIRST_BYTES,
  headUpload,
  LARGE_BYTES,
  PIECE_BYTES,
  patchUpload,
  postUpload,
  sendUpload,
  type Upload,
} from "../tus.ts";
import { afterAllTests, installedDirectory, startBackend, temporaryDirectory } from "./installation.ts";
import { launch, until } from "./launch.ts";
import { serviceClient, signUp } from "./requests.ts";

const MIB = 1024 * 1024;
const RESUMABLE = "/storage/v1/upload/resumable/sign";

type Backend = Pick<EmbeddedSupabase, "url" | "publishableKey" | "secretKey">;

let dataDir: string;
let backend: EmbeddedSupabase;
let owner: Awaited<ReturnType<typeof signUp>>;
const register = afterAllTests();
beforeAll(async () => {
  dataDir = await installedDirectory(register);
  backend = await startBackend(dataDir, {}, register);
  owner = await signUp(backend, "owner");
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const metadataOf = (objectName: string) => ({ bucketName: "files", objectName, contentType: "text/csv" });
const uploadsIn = (directory: string) => readdir(path.join(directory, "uploads"));

/** The token of a signed upload URL; by default the client is that of the test owner. */
async function sign(key: string, client = owner.client): Promise<string> {
  const { data, error } = await client.storage.from("files").createSignedUploadUrl(key);
  if (error) throw error;
  return data.token;
}

const post = (token: string, key: string, size: number, to: Backend = backend) =>
  postUpload(to.url + RESUMABLE, { token, metadata: metadataOf(key), size });

/** Starts an upload of this size. */
async function begin(key: string, size: number, to: Backend = backend): Promise<Upload> {
  const token = await sign(key, to === backend ? owner.client : serviceClient(to));
  const answer = await post(token, key, size, to);
  expect(answer.status).toBe(201);
  return { url: to.url + answer.headers.get("Location"), headers: { "x-signature": token } };
}

const offsetOf = async (upload: Upload) => Number((await headUpload(upload)).headers.get("Upload-Offset"));

async function stored(key: string, from: Backend = backend): Promise<Uint8Array | null> {
  const { data } = await serviceClient(from).storage.from("files").download(key);
  return data && new Uint8Array(await data.arrayBuffer());
}

/** Resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

test(`an upload of ${LARGE_BYTES / 1e6} MB that is cut three times goes on where it was, in flat memory`, async () => {
  const bytes = randomBytes(LARGE_BYTES);
  await sendUpload(await begin("first.csv", FIRST_BYTES), bytes.subarray(0, FIRST_BYTES));
  const upload = await begin("cut.csv", bytes.length);
  const line = await startCutLine(backend.url);
  onTestFinished(() => line.stop());
  line.cutAfter(0.3 * LARGE_BYTES, 0.25 * LARGE_BYTES, 0.2 * LARGE_BYTES);
  const before = memoryOf(backend.pid);
  const through = { ...upload, url: upload.url.replace(backend.url, line.url) };
  await sendUpload(through, bytes);
  const grown = memoryOf(backend.pid) - before;
  expect(line.cuts()).toBe(3);
  const again = line.sent() - bytes.length;
  expect(again).toBeGreaterThan(0);
  expect(again).toBeLessThan(3 * PIECE_BYTES);
  // The file is never held in memory as a whole.
  expect(grown).toBeLessThan(0.8 * bytes.length);
  expect(sha256((await stored("cut.csv")) ?? new Uint8Array())).toBe(sha256(bytes));
  const { data } = await owner.client.storage.from("files").info("cut.csv");
  expect(data?.metadata).toMatchObject({ size: bytes.length, mimetype: "text/csv" });
});

test("nobody uploads without the token of an upload, or with one for another file", async () => {
  const token = await sign("mine.csv");
  const [head, body] = token.split(".") as [string, string];
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const make = (changes: object, secret = backend.jwtSecret) => {
    const signed = `${head}.${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString("base64url")}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  const bad = {
    none: "",
    nonsense: "a.b.c",
    "of another secret": make({}, "another secret"),
    "of a download": make({ intent: "download" }),
    "that has run out": make({ exp: Math.floor(Date.now() / 1000) - 1 }),
    "of a session": owner.token,
    "whose claims were changed": `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: "other.csv" })).toString("base64url")}.${token.split(".")[2]}`,
  };
  const upload = await begin("mine.csv", 2);
  const before = await uploadsIn(dataDir);
  for (const [kind, signature] of Object.entries(bad)) {
    expect((await post(signature, "mine.csv", 1)).status, kind).toBe(403);
    const forged = { ...upload, headers: { "x-signature": signature } };
    expect((await headUpload(forged)).status, kind).toBe(403);
    expect((await patchUpload(forged, 0, "a")).status, kind).toBe(403);
  }
  expect((await post(token, "other.csv", 1)).status).toBe(403);
  // A token for one file grants no access to another upload.
  const other = { ...upload, headers: { "x-signature": await sign("other.csv") } };
  expect((await headUpload(other)).status).toBe(404);
  expect((await patchUpload(other, 0, "ab")).status).toBe(404);
  expect(
    (await fetch(other.url, { method: "DELETE", headers: { ...other.headers, "Tus-Resumable": "1.0.0" } }))
      .status,
  ).toBe(404);
  expect(await uploadsIn(dataDir)).toEqual(before);
  expect(await offsetOf(upload)).toBe(0);
  expect(await stored("mine.csv")).toBeNull();
});

test("an upload holds no more than it said, and none more than 100 MB", async () => {
  const token = await sign("large.csv");
  const before = await uploadsIn(dataDir);
  expect((await post(token, "large.csv", 101 * MIB)).status).toBe(413);
  expect(await uploadsIn(dataDir)).toEqual(before);

  const upload = await begin("long.csv", 2 * MIB);
  // The request has no length, like one that an app forwards.
  const bytes = new Blob([new Uint8Array(50 * MIB)]).stream();
  expect((await patchUpload(upload, 0, bytes, { duplex: "half" } as RequestInit)).status).toBe(413);
  expect(await stored("long.csv")).toBeNull();
  const other = await begin("longer.csv", 2 * MIB);
  expect((await patchUpload(other, 0, new Uint8Array(3 * MIB))).status).toBe(413);
  expect(await stored("longer.csv")).toBeNull();
});

test("an upload does not replace an object, and is not kept once it was refused", async () => {
  const upload = await begin("same.csv", 3);
  const { error } = await owner.client.storage.from("files").upload("same.csv", Buffer.from("old"));
  expect(error).toBeNull();
  expect((await patchUpload(upload, 0, "new")).status).toBe(400);
  expect(Buffer.from((await stored("same.csv")) ?? []).toString()).toBe("old");
  expect((await headUpload(upload)).status).toBe(404);
});

test("a sender who missed the last answer learns that all has arrived", async () => {
  const upload = await begin("complete.csv", 3);
  expect((await patchUpload(upload, 0, "abc")).status).toBe(204);
  expect(await offsetOf(upload)).toBe(3);
  // The bytes are now in the storage, so no second copy is kept.
  const id = upload.url.split("/").at(-1);
  expect((await uploadsIn(dataDir)).filter((name) => name.startsWith(String(id)))).toEqual([`${id}.json`]);
  expect(Buffer.from((await stored("complete.csv")) ?? []).toString()).toBe("abc");
});

test("an upload goes on with another token for the same file, and has none once it is complete", async () => {
  const upload = await begin("renewed.csv", 3);
  expect((await patchUpload(upload, 0, "ab")).status).toBe(204);
  const renewed = {
    ...upload,
    headers: { "x-signature": await sign("renewed.csv", serviceClient(backend)) },
  };
  expect(renewed.headers).not.toEqual(upload.headers);
  expect(await offsetOf(renewed)).toBe(2);
  expect((await patchUpload(renewed, 2, "c")).status).toBe(204);
  expect(Buffer.from((await stored("renewed.csv")) ?? []).toString()).toBe("abc");
  await expect(sign("renewed.csv")).rejects.toThrow("already exists");
});

test("an empty file arrives", async () => {
  const upload = await begin("empty.csv", 0);
  expect(await offsetOf(upload)).toBe(0);
  expect(await stored("empty.csv")).toHaveLength(0);
});

test("a sender can take an upload back", async () => {
  const upload = await begin("back.csv", 3);
  expect((await patchUpload(upload, 0, "ab")).status).toBe(204);
  const id = upload.url.split("/").at(-1);
  const headers = { ...upload.headers, "Tus-Resumable": "1.0.0" };
  expect((await fetch(upload.url, { method: "DELETE", headers })).status).toBe(204);
  expect((await uploadsIn(dataDir)).filter((name) => name.startsWith(String(id)))).toEqual([]);
  expect((await headUpload(upload)).status).toBe(404);
});

test("an upload survives a killed backend, and is removed at a start when its token has run out", async () => {
  const directory = await installedDirectory();
  const first = await launch({ dataDir: directory });
  const bytes = randomBytes(2 * PIECE_BYTES);
  const upload = await begin("killed.csv", bytes.length, first.backend);
  const left = await begin("left.csv", 3, first.backend);
  expect((await patchUpload(upload, 0, bytes.subarray(0, PIECE_BYTES))).status).toBe(204);
  expect((await patchUpload(left, 0, "a")).status).toBe(204);
  const exited = once(first.launcher, "exit");
  process.kill(first.backend.pid, "SIGKILL");
  first.launcher.kill("SIGKILL");
  await exited;

  const [id, leftId] = [upload, left].map(({ url }) => url.split("/").at(-1));
  const longAgo = new Date(Date.now() - 4 * 60 * 60 * 1000);
  for (const name of [leftId, `${leftId}.json`])
    await utimes(path.join(directory, "uploads", String(name)), longAgo, longAgo);
  const second = (await launch({ dataDir: directory })).backend;
  expect((await uploadsIn(directory)).sort()).toEqual([id, `${id}.json`].sort());
  const again = { ...upload, url: upload.url.replace(first.backend.url, second.url) };
  expect(await offsetOf(again)).toBe(PIECE_BYTES);
  await sendUpload(again, bytes);
  expect(sha256((await stored("killed.csv", second)) ?? new Uint8Array())).toBe(sha256(bytes));
});

test("an upload that a crash kept from the storage is handed over when its sender asks", async () => {
  const upload = await begin("whole.csv", 3);
  // The state after a crash: all bytes are in the file.
  const id = String(upload.url.split("/").at(-1));
  await writeFile(path.join(dataDir, "uploads", id), "abc");
  const offsets = await Promise.all([offsetOf(upload), offsetOf(upload)]);
  expect(offsets).toEqual([3, 3]);
  expect(Buffer.from((await stored("whole.csv")) ?? []).toString()).toBe("abc");
});

test("an upload for which there is no room, resumable or not, is refused as such and leaves nothing, and a smaller one goes in", async () => {
  const directory = await temporaryDirectory();
  const node = path.join(directory, "node");
  // No file may become larger than 20 or 40 MB, because shells use different units.
  await writeFile(node, `#!/bin/sh\nulimit -f 40960\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  const dataDir = await installedDirectory();
  const limited = (await launch({ dataDir }, { node })).backend;
  const uploadWhole = (key: string, size: number) =>
    serviceClient(limited)
      .storage.from("files")
      .upload(key, Buffer.alloc(size), { contentType: "text/plain" });
  const { error } = await uploadWhole("large", 60 * MIB);
  expect(error).toMatchObject({ status: 507, message: "There is no room left on the disk." });
  expect(await readdir(path.join(dataDir, "storage"))).toEqual([]);
  expect((await uploadWhole("large", MIB)).error).toBeNull();

  const upload = await begin("full.csv", 60 * MIB, limited);
  const statuses = [];
  for (let offset = 0; offset < 60 * MIB; offset += PIECE_BYTES) {
    const answer = await patchUpload(upload, offset, new Uint8Array(PIECE_BYTES));
    statuses.push(answer.status);
    if (answer.status === 204) continue;
    expect(await answer.json()).toEqual({ message: "There is no room left on the disk." });
    break;
  }
  expect(statuses.at(-1)).toBe(507);
  await until("nothing is left", async () => (await uploadsIn(dataDir)).length === 0);
  await sendUpload(await begin("small.csv", 3, limited), new Uint8Array(3));
  expect(await stored("small.csv", limited)).toHaveLength(3);
});

test("a piece that is refused is read to its end, so that its sender hears why", async () => {
  const upload = await begin("refused.csv", 2 * PIECE_BYTES);
  const piece = () => new Uint8Array(PIECE_BYTES);
  const statusOf = async (other: Partial<Upload>, offset = 0, body: BodyInit = piece(), more = {}) =>
    (await patchUpload({ ...upload, ...other }, offset, body, more)).status;
  for (let round = 0; round < 3; round++) {
    expect(await statusOf({}, 1)).toBe(409);
    expect(await statusOf({ headers: { "x-signature": "a.b.c" } })).toBe(403);
    const tooLong = new Blob([piece(), piece(), piece()]);
    expect(await statusOf({}, 0, tooLong)).toBe(413);
    const duplex = { duplex: "half" };
    expect(await statusOf({}, 1, tooLong.stream(), duplex)).toBe(409);
  }
  await until("the storage is still there", async () => (await offsetOf(upload)) === 0);
});
