/** The response for a file download. A name that is not plain ASCII is encoded as in RFC 6266. */
export function download(body: BodyInit, name: string, type: string): Response {
  const plain = name.replace(/[^\x20-\x7e]/g, "_");
  const full = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${plain}"${full}` },
  });
}

/** The response for a CSV download; `name` has no file extension, and its letters, of any script, stay. */
export function downloadCsv(body: BodyInit, name: string): Response {
  const plain = name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}_.]+/gu, "-");
  return download(body, `${plain}.csv`, "text/csv; charset=utf-8");
}
