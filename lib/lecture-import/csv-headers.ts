/** Headers of a CSV file that is downloaded, named after the file that it is about: `lectures-rejected-rows.csv`. */
export function csvHeaders(fileName: string, what: string): Record<string, string> {
  const stem = fileName.replace(/\.\w{1,5}$/i, "").replace(/[^\w.-]+/g, "-");
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${stem}-${what}.csv"`,
  };
}
