import { expect, test } from "vitest";
import { download, downloadCsv } from "../../../lib/api/download.ts";

test("a file is saved under its name, in any script", () => {
  const nameOf = (name: string) => download("", name, "text/plain").headers.get("Content-Disposition");
  expect(nameOf("notes.zip")).toBe('attachment; filename="notes.zip"');
  expect(nameOf("été.md")).toBe("attachment; filename=\"_t_.md\"; filename*=UTF-8''%C3%A9t%C3%A9.md");
});

test("the name of a CSV file is one for every system, and keeps its letters", () => {
  const { headers } = downloadCsv("", 'quiz - a/b "c"-d');
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="quiz-a-b-c-d.csv"');
  const other = downloadCsv("", "数学: 講義").headers.get("Content-Disposition");
  expect(other).toBe(
    `attachment; filename="__-__.csv"; filename*=UTF-8''${encodeURIComponent("数学-講義.csv")}`,
  );
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
});
