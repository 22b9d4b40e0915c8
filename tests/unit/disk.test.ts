import { beforeEach, expect, test, vi } from "vitest";
import { GET } from "../../app/api/health/route.ts";
import { waitForRoom, watchDisks } from "../../scripts/watch-disks.ts";

const MEBIBYTE = 2 ** 20;

/** The free space on the disk of each directory, in MiB. */
const left = vi.hoisted(() => new Map<string, number>());
const onLook = vi.hoisted(() => vi.fn());
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  statfs: async (directory: string) => {
    onLook();
    const found = left.get(directory);
    if (found === undefined) throw new Error("ENOENT");
    return { bavail: found, bsize: MEBIBYTE };
  },
}));
beforeEach(() => {
  left.clear();
  onLook.mockReset();
});

/** Applies one change before each check of the disks, and returns the messages. */
async function watch(changes: (() => void)[]): Promise<string[]> {
  const said: string[] = [];
  const over = new AbortController();
  onLook.mockImplementation(() => {
    changes.shift()?.();
    if (changes.length === 0) over.abort();
  });
  await watchDisks(["/data"], { everyMs: 0, say: (line) => said.push(line), signal: over.signal });
  return said;
}

test("the operator is told once when a disk gets low, and once when it has room again", async () => {
  const enough = () => void left.set("/data", 5000);
  const low = () => void left.set("/data", 1434);
  expect(await watch([enough, low, low, enough, enough, low])).toEqual([
    "The disk of /data has 1.4 GB left. Make room: an import of 100 MB takes up to 2.0 GB.",
    "There is room on the disk again.",
    "The disk of /data has 1.4 GB left. Make room: an import of 100 MB takes up to 2.0 GB.",
  ]);
});

test("a start on a full disk waits for room, saying so once", async () => {
  left.set("/data", 0);
  const say = vi.fn(() => void setTimeout(() => left.set("/data", 500)));
  await waitForRoom(["/data"], { everyMs: 1, say, signal: new AbortController().signal });
  expect(say.mock.calls).toEqual([
    ["There is no room left on the disk of /data. Lectern goes on once there is."],
  ]);
  left.set("/data", 0);
  await expect(waitForRoom(["/data"], { say, signal: AbortSignal.abort() })).rejects.toThrow("abort");
});

test("a visitor learns that a disk is low, and neither where it is nor how much is left", async () => {
  vi.stubEnv("LECTERN_DISKS", "/app:/data:/gone");
  const disk = async () => {
    const { status, version, ...more } = await (
      await GET(new Request("http://localhost/api/health"), { params: Promise.resolve({}) })
    ).json();
    expect([status, typeof version]).toEqual(["ok", "string"]);
    return more;
  };
  left.set("/app", 9000).set("/data", 3000);
  expect(await disk()).toEqual({ disk: "ok" });
  left.set("/data", 2000);
  expect(await disk()).toEqual({ disk: "low" });
});
