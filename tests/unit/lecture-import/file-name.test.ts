import { expect, test } from "vitest";
import { fileNameSchema } from "../../../lib/lecture-import/file-name.ts";

test("the name of a file loses what would make it look like another, and has to have something else", () => {
  expect(fileNameSchema.parse(" lectures\u202Exslx.csv\0 ")).toBe("lecturesxslx.csv");
  expect(fileNameSchema.parse("דקדוק – Größen 🎓.csv")).toBe("דקדוק – Größen 🎓.csv");
  for (const name of ["", " \uFEFF", "\0\n", "x".repeat(256)])
    expect(fileNameSchema.safeParse(name).success).toBe(false);
});
