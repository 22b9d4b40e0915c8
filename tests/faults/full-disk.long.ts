import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { freePort } from "../free-port.ts";
import { launch } from "../launch.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { Administrator } from "./administrator.ts";
import { ImportUnderTest } from "./import-under-test.ts";
import { eventually, Installation } from "./installation.ts";
import { makeLecturesFile } from "./lectures-file.ts";

const MEBIBYTE = 2 ** 20;
const disk = await temporaryDirectory();
const mount = (...args: string[]) => spawnSync("mount", [...args, disk]).status === 0;
/** An in-memory disk (tmpfs) whose size can be changed; this needs Linux and root. */
const isMounted = mount("-t", "tmpfs", "-o", "size=120m,mode=755", "lectern");

afterAll(async () => {
  if (isMounted) spawnSync("umount", ["-l", disk]);
  await rm(disk, { recursive: true, force: true });
});

/** Resizes the disk so that this many bytes are free. */
function leave(bytes: number): void {
  const { blocks, bfree, bsize } = statfsSync(disk);
  const size = (blocks - bfree) * bsize + bytes;
  expect(mount("-o", `remount,size=${Math.ceil(size / 4096) * 4096}`)).toBe(true);
}

describe.runIf(isMounted)("on a disk that gets full", () => {
  test("a first start says so in words, and the next one goes on where it was", async () => {
    const settings = { LECTERN_DATA_DIR: path.join(disk, "first"), PORT: String(await freePort()) };
    const first = launch(settings);
    expect(await first.exited).toBe(1);
    expect(first.lines.join("\n")).toContain(
      "there is no room left on the disk. Make room, then start Lectern",
    );
    expect(first.lines.join("\n")).not.toContain("    at ");

    leave(600 * MEBIBYTE);
    const next = launch(settings);
    expect(await (await fetch(await next.ready)).text()).toContain("27,353");
    await next.stop();
    await rm(settings.LECTERN_DATA_DIR, { recursive: true });
  });

  test("a running installation asks to come back, and goes on by itself once there is room", async () => {
    leave(400 * MEBIBYTE);
    const installation = new Installation(path.join(disk, "running"), await freePort());
    await installation.start();
    const statusOf = (address: string) => fetch(installation.url + address).then(({ status }) => status);
    try {
      const administrator = await Administrator.signUp(installation);
      expect(await statusOf("/")).toBe(200);
      const accounts: string[] = [];
      const signUp = async () => {
        const email = `learner-${accounts.length}-${crypto.randomUUID()}@example.com`;
        const answer = await fetch(`${installation.url}/api/auth/sign-up`, {
          method: "POST",
          headers: { origin: installation.url, "content-type": "application/json" },
          body: JSON.stringify({ email, password: "a good password" }),
        });
        if (answer.ok) accounts.push(email);
        return answer.status;
      };
      const file = makeLecturesFile("Full", 40_000, createRandom(1));
      const imported = await ImportUnderTest.start(administrator, file);
      leave(10 * MEBIBYTE);
      const seen = new Set<number>();
      await eventually("PostgreSQL ends", 120, async () => {
        seen.add(await signUp());
        return installation.said("There is no room left on the disk of");
      });
      seen.add(await signUp());
      expect([...seen].filter((status) => status !== 200 && status !== 429)).toEqual([503]);
      expect(await statusOf("/api/ready")).toBe(503);
      expect(await statusOf("/")).toBe(200);

      leave(500 * MEBIBYTE);
      await eventually("it is ready", 60, async () => (await statusOf("/api/ready")) === 200);
      await imported.expectWhole(installation);
      const client = await installation.client();
      const { count } = await client.from("profiles").select("*", { count: "exact", head: true });
      // The administrator also has a profile.
      expect(count).toBeGreaterThan(accounts.length);
    } finally {
      await installation.stop();
    }
  });
});
