/** A file to be saved. A name in another script is given as RFC 6266 has it. */
export function download(body: BodyInit, name: string, type: string): Response {
  const plain = name.replace(/[^\x20-\x7e]/g, "_");
  const full = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${plain}"${full}` },
  });
}

/** A CSV file to be saved, `name` being without its ending. */
export function downloadCsv(body: BodyInit, name: string): Response {
  return download(body, `${name.replace(/[^\w.-]+/g, "-")}.csv`, "text/csv; charset=utf-8");
}
