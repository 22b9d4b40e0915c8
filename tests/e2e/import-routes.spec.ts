import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { serialiseRow } from "../../lib/csv/serialise-csv.ts";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import { startCutLine } from "../cut-line.ts";
import { isLongForm } from "../long-form.ts";
import { externalSupabase } from "../product.ts";
import {
  FIRST_BYTES,
  headUpload,
  LARGE_BYTES,
  PIECE_BYTES,
  patchUpload,
  sendUpload,
  type Upload,
} from "../tus.ts";
import { bytesOf, readRows } from "../unit/csv/support.ts";
import { cookieHeader, post, signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { downloadUpload, importPage } from "./imports.ts";
import { ask, connectionsOf } from "./raw-request.ts";

// These tests send the console's requests without its pages, because routes must not rely on pages.

// One worker runs all these tests, because each further worker would start the app that passes uploads on again.
test.describe.configure({ mode: "default" });

const MEBIBYTE = 1024 * 1024;
/** The size, in MiB, of an upload that announces only 1 MiB. */
const MEBIBYTES = isLongForm ? 101 : 8;

type Cells = Partial<Record<(typeof FIELDS)[number], string>>;

const COURSE = "A course of the import routes";
const header = serialiseRow(FIELDS.map((field) => COLUMN_NAMES[field]));
const row = (cells: Cells) =>
  serialiseRow(FIELDS.map((field) => ({ course_name: COURSE, subject: "Routes", ...cells })[field] ?? ""));

test.afterEach(async ({ sql, catalogue }) => {
  await sql`delete from lectures where "Course Name" = ${COURSE}`;
  await catalogue.expirePages();
});

async function cellsOf(text: string): Promise<string[][]> {
  const rows = await readRows(bytesOf(text));
  return rows.map((row) => (row.ok ? row.cells : []));
}

test("administrators can import a file sent as text, and the next request shows its course", async ({
  request,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const path = `/course/${encodeURIComponent(COURSE)}`;
  expect((await request.get(path)).status()).toBe(404);
  const csvContent =
    header + row({ lecture_name: "One" }) + row({ lecture_name: "Two", lecture_number: "2" });
  const first = await post(request, baseURL!, "/api/import-csv", { csvContent });
  expect(await first.json()).toEqual({
    rowsInserted: 2,
    totalRows: 2,
    rowsUpdated: 0,
    rowsUnchanged: 0,
    rowsRejected: 0,
  });
  const course = await request.get(path);
  expect(course.status()).toBe(200);
  expect(await course.text()).toContain("Two");
  const again = await post(request, baseURL!, "/api/import-csv", { csvContent });
  expect(await again.json()).toMatchObject({ rowsInserted: 0, totalRows: 2, rowsUnchanged: 2 });
});

test("administrators can download rejected rows as a CSV file that no spreadsheet runs", async ({
  request,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const formula = '=HYPERLINK("https://evil.example","x")';
  const csvContent =
    header +
    row({ lecture_name: "Good" }) +
    row({ lecture_name: "Bad video", youtube: formula }) +
    row({ lecture_name: "" }) +
    "one,two\r\n";
  const imported = await post(request, baseURL!, "/api/import-csv", {
    csvContent,
    fileName: "Ärger 1.csv",
  });
  expect(await imported.json()).toMatchObject({ rowsInserted: 1, totalRows: 4, rowsRejected: 3 });
  const { jobs } = await (await request.get("/api/imports")).json();
  expect(jobs[0]).toMatchObject({ fileName: "Ärger 1.csv", status: "completed", rejectedRows: 3 });
  const download = await request.get(`/api/imports/${jobs[0].id}/rejected`);
  expect(download.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(download.headers()["content-disposition"]).toBe(
    "attachment; filename=\"_rger-1-rejected-rows.csv\"; filename*=UTF-8''%C3%84rger-1-rejected-rows.csv",
  );
  expect(await cellsOf(await download.text())).toEqual([
    ["Row", "Column", "Value", "Reason"],
    ["3", "youtube", `'${formula}`, "not a YouTube address"],
    ["4", "lecture name", "", "required"],
    ["5", "", "one,two", `2 cells found, ${FIELDS.length} expected`],
  ]);
});

test("a file with half of a character is refused", async ({ request, baseURL, sql }) => {
  await signInAsAdmin(request, baseURL!, sql);
  const answer = await post(request, baseURL!, "/api/import-csv", { csvContent: "Course Name\n\ud800" });
  expect(answer.status()).toBe(400);
});

test("rows to mend are rejected again until they are mended", async ({ request, baseURL, sql }) => {
  await signInAsAdmin(request, baseURL!, sql);
  const names = "Course Name,Lecture Number,lecture name,youtube,Keywords";
  const send = async (csvContent: string) => {
    const answer = await post(request, baseURL!, "/api/import-csv", { csvContent });
    const { rowsInserted, rowsRejected } = await answer.json();
    const { jobs } = await (await request.get("/api/imports")).json();
    const mend = await request.get(`/api/imports/${jobs[0].id}/rows-to-mend`);
    return { rowsInserted, rowsRejected, mend: await mend.text() };
  };
  const first = await send(
    [
      names,
      `${COURSE},1,Short`,
      `${COURSE},2,No number`,
      `${COURSE},x,Wrong number,,`,
      `${COURSE},4,Open,,"algebra`,
      `${COURSE},5,Behind it,,sets`,
    ].join("\n"),
  );
  expect(first).toMatchObject({ rowsInserted: 0, rowsRejected: 4 });
  const hint = "Empty this cell when the row is right.";
  expect(first.mend).toContain(`${COURSE},1,Short,,,,"3 cells found, 5 expected. ${hint}"\r\n`);
  expect(first.mend).toContain(`${COURSE},x,Wrong number,,,"Lecture Number: `);
  const again = await send(first.mend);
  expect(again).toMatchObject({ rowsInserted: 0, rowsRejected: 4 });
  expect(again.mend).toContain(`${COURSE},1,Short,,,,"7 cells found, 6 expected. ${hint}"\r\n`);
  const mended = again.mend.replaceAll(/"7 cells found, 6 expected\. [^"]*"/g, "");
  expect(await send(mended)).toMatchObject({ rowsInserted: 3, rowsRejected: 1 });

  // Notes in columns without a name do not keep a mended row out.
  const noted = await send(`${names},,\n${COURSE},x,Noted,,,,ask Anna\n`);
  expect(noted.mend).toContain(`${names},,,Reason\r\n${COURSE},x,Noted,,,,ask Anna,"Lecture Number: `);
  const numbered = noted.mend.replace(",x,", ",8,").replace(/"Lecture Number: [^"]*"/, "");
  expect(await send(numbered)).toMatchObject({ rowsInserted: 1, rowsRejected: 0 });

  // What spreadsheets would run as a formula keeps one apostrophe, however often it is mended.
  const guarded = await send(`${names}\n${COURSE},x,'@property,,=1+1\n`);
  expect(guarded.mend).toContain(`${COURSE},x,'@property,,'=1+1,"Lecture Number: `);

  // Of files that were joined, rows of the second are in the order of the first.
  const second = "Keywords,lecture name,youtube,Lecture Number,Course Name";
  const joined = await send(`${names}\n${COURSE},20,One,,\n${second}\nsets,Two,,x,${COURSE}\n`);
  expect(joined).toMatchObject({ rowsInserted: 1, rowsRejected: 2 });
  expect(joined.mend.split("\r\n").slice(1)).toEqual([
    `${COURSE},x,Two,,sets,"Lecture Number: not a whole number from 0 to 2,147,483,647"`,
    "",
  ]);
});

test("a file that is no catalogue of lectures is refused with what is wrong with it", async ({
  request,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const send = async (csvContent: string) => {
    const answer = await post(request, baseURL!, "/api/import-csv", { csvContent });
    return [answer.status(), (await answer.json()).message];
  };
  expect(await send("")).toEqual([422, "The file is empty."]);
  const nameless = { csvContent: "", fileName: " \uFEFF" };
  expect((await post(request, baseURL!, "/api/import-csv", nameless)).status()).toBe(400);
  expect(await send(header)).toEqual([422, "The file has no rows below its column names."]);
  expect((await send("a;b;c\n1;2;3"))[0]).toBe(422);
  const [status, message] = await send(header.replace("youtube", "clip") + row({ lecture_name: "One" }));
  expect([status, message]).toEqual([422, expect.stringContaining("lacks the column youtube")]);
  for (const action of ["cancel", "undo"])
    expect((await post(request, baseURL!, `/api/imports/${randomUUID()}/${action}`, {})).status()).toBe(404);
});

test("uploads are refused by name and size, and where they are longer than they say; where the app passes them on, its pages send none to the storage", async ({
  request,
  baseURL,
  passing,
  sql,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const begin = async (fileName: string, fileSize: number) => {
    const answer = await post(request, baseURL!, "/api/imports/upload-address", { fileName, fileSize });
    return [answer.status(), (await answer.json()).message];
  };
  expect(await begin("lectures.xlsx", 10)).toEqual([400, "Please select a CSV file"]);
  expect(await begin("lectures.csv", 101 * MEBIBYTE)).toEqual([400, "File size must be less than 100MB"]);
  expect((await begin("lectures.CSV", 100 * MEBIBYTE))[0]).toBe(200);

  const { filePath, upload } = await beginUpload(request, passing, MEBIBYTE);
  const { cookie } = upload.headers;
  expect(connectionsOf(await ask(passing, importPage, { headers: { cookie } }))).toBe("'self'");
  const tooLong = new ReadableStream({
    start: (controller) => {
      for (let count = 0; count < MEBIBYTES; count++) controller.enqueue(new Uint8Array(MEBIBYTE));
      controller.close();
    },
  });
  // This request does not announce its length.
  const { status } = await patchUpload(upload, 0, tooLong, { duplex: "half" } as RequestInit);
  // A hosted storage may close the connection before its answer has been read.
  expect(externalSupabase() ? [413, 503] : [413]).toContain(status);
  expect(await sql`select 1 from storage.objects where name = ${filePath}`).toHaveLength(0);
});

test("the token of an upload is its only key, and good for one file alone", async ({
  request,
  baseURL,
  passing,
  sql,
  client,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const [mine, other] = [await beginUpload(request, passing, 2), await beginUpload(request, passing, 2)];
  const as = (headers: Record<string, string>, id?: string) => ({
    url: id === undefined ? mine.upload.url : new URL(id, mine.upload.url).href,
    headers: { ...mine.upload.headers, ...headers },
  });
  const statusOf = async (upload: Upload) => [
    (await headUpload(upload)).status,
    (await patchUpload(upload, 0, "ab")).status,
  ];
  expect(await statusOf(as({ "x-signature": "" }))).toEqual([400, 400]);
  // A hosted storage answers each of these with 400.
  const refused = (status: number) => (externalSupabase() ? [400, 400] : [status, status]);
  expect(await statusOf(as({ "x-signature": "a.b.c" }))).toEqual(refused(403));
  expect(await statusOf(as({ "x-signature": other.upload.headers["x-signature"] ?? "" }))).toEqual(
    refused(404),
  );
  expect(await statusOf(as({}, "0".repeat(64)))).toEqual(refused(404));
  // The app refuses what is no id by itself.
  expect(await statusOf(as({}, "..%2f..%2fobject"))).toEqual([404, 404]);
  // The token alone grants no access either: the app forwards only requests of administrators.
  const stranger = await client();
  await signInAsNew(stranger, baseURL!);
  expect(await statusOf(as({ cookie: "" }))).toEqual([401, 401]);
  expect(await statusOf(as({ cookie: await cookieHeader(stranger) }))).toEqual([403, 403]);
  expect(await sql`select 1 from storage.objects where name = ${mine.filePath}`).toHaveLength(0);

  // A piece with a wrong offset is refused after it was read, and the connection stays open; a hosted storage may close
  // it before.
  const { status } = await patchUpload(mine.upload, 1, new Uint8Array(PIECE_BYTES));
  expect(externalSupabase() ? [409, 503] : [409]).toContain(status);
  expect((await patchUpload(mine.upload, 0, "ab")).status).toBe(204);
  expect((await headUpload(mine.upload)).headers.get("upload-offset")).toBe("2");
  expect(await sql`select 1 from storage.objects where name = ${mine.filePath}`).toHaveLength(1);
  expect((await patchUpload(mine.upload, 0, "cd")).status).toBe(409);
});

test(`${LARGE_BYTES / 1e6} MB that are cut three times pass through the app in flat memory, each cut sending 6 MB twice at most`, {
  tag: "@long",
}, async ({ request, sql, baseURL, passing }) => {
  await signInAsAdmin(request, baseURL!, sql);
  const line = await startCutLine(passing);
  try {
    await sendUpload((await beginUpload(request, passing, FIRST_BYTES)).upload, randomBytes(FIRST_BYTES));
    const bytes = randomBytes(LARGE_BYTES);
    const { upload, filePath } = await beginUpload(request, passing, bytes.length);
    line.cutAfter(0.3 * LARGE_BYTES, 0.25 * LARGE_BYTES, 0.2 * LARGE_BYTES);
    const before = memoryOf(passing);
    await sendUpload({ ...upload, url: upload.url.replace(passing, line.url) }, bytes);
    const grown = memoryOf(passing) - before;
    expect(line.cuts()).toBe(3);
    expect(line.sent() - bytes.length).toBeLessThan(3 * PIECE_BYTES);
    expect(grown).toBeLessThan(bytes.length);
    expect(sha256(await downloadUpload(filePath))).toBe(sha256(bytes));
  } finally {
    await line.stop();
  }
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Resident memory in bytes of the app that serves an address. */
function memoryOf(address: string): number {
  const processes = execFileSync("ps", ["-ww", "-A", "-o", "rss=,args="], { encoding: "utf8" }).split("\n");
  const app = processes.find((line) => line.includes(`--port ${new URL(address).port}`));
  return Number(app?.trim().split(" ")[0]) * 1024;
}

/** Starts an upload of this size in the same way as the page. */
async function beginUpload(request: APIRequestContext, baseURL: string, fileSize: number) {
  const file = { fileName: `${randomUUID()}.csv`, fileSize };
  const answer = await post(request, baseURL, `${baseURL}/api/imports/upload-address`, file);
  const { url, headers, filePath } = await answer.json();
  const session = { cookie: await cookieHeader(request), origin: new URL(baseURL).origin };
  return { filePath, upload: { url: new URL(url, baseURL).href, headers: { ...session, ...headers } } };
}
