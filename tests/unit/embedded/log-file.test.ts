import { appendFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLog, rotateLog } from "../../../supabase/embedded/log-file.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

async function createLog(content: string) {
  const directory = await temporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = path.join(directory, "a.log");
  await writeFile(file, content);
  return file;
}

test("a log that grew while a program writes to it starts anew, and its text is kept once", async () => {
  const file = await createLog("");
  const { handle } = await openLog(file);
  for (const letter of ["a", "b"]) {
    await handle.writeFile(letter.repeat(6_000_000));
    await rotateLog(file);
    await handle.writeFile(`after ${letter}\n`);
    expect(await readFile(file, "utf8")).toBe(`after ${letter}\n`);
    expect((await readFile(`${file}.1`, "utf8")).slice(-10)).toBe(letter.repeat(10));
  }
  await handle.close();
});

test("a log is left alone up to its bound, and when there is none", async () => {
  const file = await createLog("a".repeat(5_000_000));
  await rotateLog(file);
  expect((await stat(file)).size).toBe(5_000_000);
  await expect(rotateLog(`${file}.none`)).resolves.toBeUndefined();
});

test("the end of a log is what was written since it was opened", async () => {
  const file = await createLog("before\n");
  const log = await openLog(file);
  await appendFile(file, "after\n");
  expect(await log.tail()).toBe("after");
  await writeFile(file, "new\n");
  expect(await log.tail()).toBe("new");
  await log.handle.close();
});
