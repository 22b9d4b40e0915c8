import { expect, test } from "vitest";
import { isUploadPath, uploadPath } from "../../../lib/lecture-import/bucket.server.ts";

test("files of one name that arrive together have paths of their own", () => {
  const paths = Array.from({ length: 50 }, () => uploadPath("Größen & more.csv"));
  expect(new Set(paths).size).toBe(50);
  expect(paths.every(isUploadPath)).toBe(true);
});

test("a name of any length has a path without two dots, which the storage refuses", () => {
  for (let length = 0; length < 120; length++) {
    for (const end of [".csv", ".xlsx", ".b.csv", "..csv", "é.CSV", "🎓.csv"]) {
      const path = uploadPath("x".repeat(length) + end);
      expect(path).not.toContain("..");
      expect(isUploadPath(path), path).toBe(true);
    }
  }
});
