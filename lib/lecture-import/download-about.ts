import { downloadCsv } from "../api/download.ts";

/** A download of a CSV file that is named after the file it is about: `lectures-rejected-rows.csv`. */
export function downloadAbout(fileName: string, what: string, body: BodyInit): Response {
  return downloadCsv(body, `${fileName.replace(/\.\w{1,5}$/, "")}-${what}`);
}
