import { downloadCsv } from "../api/download.ts";

/** A CSV file about another file, named after that: `lectures-rejected-rows.csv`. */
export function downloadAbout(fileName: string, what: string, body: BodyInit): Response {
  return downloadCsv(body, `${fileName.replace(/\.\w{1,5}$/, "")}-${what}`);
}
