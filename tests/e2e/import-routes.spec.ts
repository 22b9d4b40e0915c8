import { request as httpRequest } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { parseCsv } from "../../lib/csv/parse-csv.ts";
import { serialiseRow } from "../../lib/csv/serialise-csv.ts";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import { post, signInAsAdmin } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";

// What the pages of the console send, sent without them: routes do not rely on pages.

type Cells = Partial<Record<(typeof FIELDS)[number], string>>;

const COURSE = "A course of the import routes";
const header = serialiseRow(FIELDS.map((field) => COLUMN_NAMES[field]));
const row = (cells: Cells) =>
  serialiseRow(FIELDS.map((field) => ({ course_name: COURSE, subject: "Routes", ...cells })[field] ?? ""));

test.afterEach(async ({ sql, catalogue }) => {
  await sql`delete from lectures where "Course Name" = ${COURSE}`;
  await catalogue.revalidate();
});

async function cellsOf(text: string): Promise<string[][]> {
  const rows = [];
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  for await (const item of parseCsv(bytes())) rows.push(item.ok ? item.cells : []);
  return rows;
}

test("administrators can import a file sent as text, and the next request shows its course", async ({
  page,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  const path = `/course/${encodeURIComponent(COURSE)}`;
  expect((await page.request.get(path)).status()).toBe(404);
  const csvContent =
    header + row({ lecture_name: "One" }) + row({ lecture_name: "Two", lecture_number: "2" });
  const first = await post(page.request, baseURL!, "/api/import-csv", { csvContent });
  expect(await first.json()).toEqual({
    rowsInserted: 2,
    totalRows: 2,
    rowsUpdated: 0,
    rowsUnchanged: 0,
    rowsRejected: 0,
  });
  const course = await page.request.get(path);
  expect(course.status()).toBe(200);
  expect(await course.text()).toContain("Two");
  const again = await post(page.request, baseURL!, "/api/import-csv", { csvContent });
  expect(await again.json()).toMatchObject({ rowsInserted: 0, totalRows: 2, rowsUnchanged: 2 });
});

test("administrators can download rejected rows as a CSV file that no spreadsheet runs", async ({
  page,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  const formula = '=HYPERLINK("https://evil.example","x")';
  const csvContent =
    header +
    row({ lecture_name: "Good" }) +
    row({ lecture_name: "Bad video", youtube: formula }) +
    row({ lecture_name: "" }) +
    "one,two\r\n";
  const imported = await post(page.request, baseURL!, "/api/import-csv", {
    csvContent,
    fileName: "Ärger 1.csv",
  });
  expect(await imported.json()).toMatchObject({ rowsInserted: 1, totalRows: 4, rowsRejected: 3 });
  const { jobs } = await (await page.request.get("/api/imports")).json();
  expect(jobs[0]).toMatchObject({ fileName: "Ärger 1.csv", status: "completed", rejectedRows: 3 });
  const download = await page.request.get(`/api/imports/${jobs[0].id}/rejected`);
  expect(download.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(download.headers()["content-disposition"]).toMatch(
    /^attachment; filename="[\w.-]+-rejected-rows.csv"$/,
  );
  expect(await cellsOf(await download.text())).toEqual([
    ["Row", "Column", "Value", "Reason"],
    ["3", "youtube", `'${formula}`, "not a YouTube address"],
    ["4", "lecture name", "", "required"],
    ["5", "", "one,two", "2 cells found, 13 expected"],
  ]);
});

test("a file that is no catalogue of lectures is refused with what is wrong with it", async ({
  page,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  const send = async (csvContent: string) => {
    const answer = await post(page.request, baseURL!, "/api/import-csv", { csvContent });
    return [answer.status(), (await answer.json()).message];
  };
  expect(await send("")).toEqual([422, "The file is empty."]);
  expect(await send(header)).toEqual([422, "The file has no rows below its column names."]);
  expect((await send("a;b;c\n1;2;3"))[0]).toBe(422);
  const [status, message] = await send(header.replace("youtube", "video") + row({ lecture_name: "One" }));
  expect([status, message]).toEqual([422, expect.stringContaining("lacks the column youtube")]);
});

test("uploads are refused by name and size, and where they are longer than they say", async ({
  page,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  const ask = async (fileName: string, fileSize: number) => {
    const answer = await post(page.request, baseURL!, "/api/imports/upload-address", { fileName, fileSize });
    return [answer.status(), (await answer.json()).message];
  };
  expect(await ask("lectures.xlsx", 10)).toEqual([400, "Please select a CSV file"]);
  expect(await ask("lectures.csv", 101 * 1024 * 1024)).toEqual([400, "File size must be less than 100MB"]);
  expect((await ask("lectures.CSV", 100 * 1024 * 1024))[0]).toBe(200);

  const put = async (path: string, data: string) => {
    const headers = { origin: new URL(baseURL!).origin, "Content-Type": "text/csv" };
    return (await page.request.put(`/api/imports/upload?path=${path}`, { headers, data })).status();
  };
  for (const path of ["../secret.csv", "1700000000000-a.exe", "a.csv", ""])
    expect(await put(path, "a")).toBe(400);
  const path = `${Date.now()}-once.csv`;
  expect(await put(path, "a")).toBe(200);
  expect(await put(path, "b")).toBe(400);
  const [stored] = await sql`select 1 from storage.objects where name = ${path}`;
  expect(stored).toBeDefined();

  const tooLong = `${Date.now()}-long.csv`;
  expect(await sendWithoutEnd(page.request, baseURL!, tooLong)).toBe(400);
  expect(await sql`select 1 from storage.objects where name = ${tooLong}`).toHaveLength(0);
});

/** Sends 101 MB without saying so beforehand; what it is answered. */
async function sendWithoutEnd(context: APIRequestContext, baseURL: string, path: string): Promise<number> {
  const { cookies } = await context.storageState();
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    origin: new URL(baseURL).origin,
    "content-type": "text/csv",
  };
  const megabyte = Buffer.alloc(1024 * 1024, "a,b\n");
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${baseURL}/api/imports/upload?path=${path}`, { method: "PUT", headers });
    sent.on("response", (answer) => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", reject);
    let count = 0;
    const write = () => {
      while (count < 101) {
        count += 1;
        if (!sent.write(megabyte)) return sent.once("drain", write);
      }
      return sent.end();
    };
    write();
  });
}
