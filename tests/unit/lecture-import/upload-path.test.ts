import { expect, test } from "vitest";
import { isUploadPath, uploadPath } from "../../../lib/lecture-import/bucket.server.ts";

test("files of one name that arrive together have paths of their own", () => {
  const paths = Array.from({ length: 50 }, () => uploadPath("Größen & more.csv"));
  expect(new Set(paths).size).toBe(50);
  expect(paths.every(isUploadPath)).toBe(true);
});
