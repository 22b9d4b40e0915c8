/**
 * Whether a request comes from a page of the product itself. Browsers send `Origin` with every request
 * that is not a GET, and pages cannot set it. False for a request without `Origin`.
 *
 * An installation may be reached by other names than the one visitors use (`localhost`, its address
 * in the local network), and Next builds `request.url` from the address it listens on. So the origin
 * is compared with `siteUrl`, or else with the host that the request itself names.
 *
 * @param siteUrl the address visitors use
 */
export function isSameOrigin(request: Pick<Request, "headers" | "url">, siteUrl: string): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (!origin || !/^https?:$/.test(origin.protocol)) return false;
  const site = new URL(siteUrl);
  // The protocol counts too: a page sent without encryption may have been tampered with in transit.
  if (origin.host === site.host) return origin.protocol === site.protocol;
  return origin.host === (request.headers.get("host") ?? new URL(request.url).host);
}

/** Whether a request by this method changes nothing, whatever page sends it. */
export const isSafe = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);
