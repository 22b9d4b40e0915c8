import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { leftOut } from "../db/left-out.ts";
import { root } from "../run.ts";

test("the data tests that another Supabase leaves out are there, each with its reason", () => {
  for (const [file, reason] of Object.entries(leftOut)) {
    expect(existsSync(root + file), file).toBe(true);
    expect(reason).not.toBe("");
  }
});
