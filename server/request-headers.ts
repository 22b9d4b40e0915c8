import type { IncomingHttpHeaders } from "node:http";

/** The most characters of a browser's name: none has half as many. */
const LENGTH_LIMIT = 512;

/** Removes headers that may not reach the files or Next, and cuts those that may not be long. */
export function tidyHeaders(headers: IncomingHttpHeaders): void {
  // Files are answered whole: sirv and Next fail on a range that is not in the file, and none is long.
  delete headers.range;
  // Next writes the nonce of such a policy into the page that it renders, which is cached for everyone.
  delete headers["content-security-policy"];
  delete headers["content-security-policy-report-only"];
  const name = headers["user-agent"];
  // Next tests it with a pattern whose time grows with the square of its length.
  if (name !== undefined && name.length > LENGTH_LIMIT) headers["user-agent"] = name.slice(0, LENGTH_LIMIT);
}
