/**
 * Whether a request that changes or reveals something comes from a page of the product itself.
 * Browsers send `Origin` with every POST and no page can choose it; a request without one is not
 * taken for ours.
 *
 * An installation may be reached by more names than the one visitors use (`localhost`, its address
 * in the local network), and Next makes `request.url` from what it listens on: so the origin is
 * compared with `siteUrl`, or with the host that the request itself names.
 *
 * @param siteUrl the address visitors use
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (!origin || !/^https?:$/.test(origin.protocol)) return false;
  const site = new URL(siteUrl);
  // Its protocol counts too: a plain http page may be anybody's on the way.
  if (origin.host === site.host) return origin.protocol === site.protocol;
  return origin.host === (request.headers.get("host") ?? new URL(request.url).host);
}
