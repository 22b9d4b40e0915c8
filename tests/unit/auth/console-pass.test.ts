import { afterEach, expect, test, vi } from "vitest";
import { createPass, readPass } from "../../../lib/auth/console-pass.server.ts";

vi.stubEnv("SUPABASE_URL", "https://supabase.example");
for (const name of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) vi.stubEnv(name, "a-secret-key");
afterEach(() => {
  vi.useRealTimers();
});

const viewer = { id: "1", email: "ada@example.com", name: "ada", role: "admin" } as const;

test("a page reads who its administrator is from the pass of the middleware", async () => {
  expect(await readPass(await createPass(viewer, "a.b.c"), "a.b.c")).toEqual(viewer);
});

test("a pass is worth nothing with another token, changed, or half a minute later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pass = await createPass({ ...viewer, role: "user" }, "a.b.c");
  const [content = "", signature = ""] = pass.split(".");
  const forged = Buffer.from(JSON.stringify({ viewer, until: Date.now() + 9999 })).toString("base64url");
  expect(await readPass(pass, "a.b.d")).toBeNull();
  for (const wrong of [
    null,
    "",
    ".",
    "..",
    content,
    `${content}.`,
    `${content}.AAAA`,
    `${forged}.${signature}`,
  ]) {
    expect(await readPass(wrong, "a.b.c"), String(wrong)).toBeNull();
  }
  vi.advanceTimersByTime(30_001);
  expect(await readPass(pass, "a.b.c")).toBeNull();
});
