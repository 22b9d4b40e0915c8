/** A base URL that no real site can have: if `next` resolves to another origin, it is not a path of this site. */
const HERE = "https://here.invalid";

/**
 * Where to go after signing in: `next` if it is the path of a page of this site, else the home page.
 * Everything a browser could read as another origin is refused: `//host`, `/\host`, schemes,
 * control characters (browsers drop tabs and line breaks), and dot segments that end in `//host`.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next)) return "/";
  let url: URL;
  try {
    url = new URL(next, HERE);
  } catch {
    return "/";
  }
  const path = url.pathname + url.search + url.hash;
  const leadsElsewhere = url.origin !== HERE || path.startsWith("//");
  // Returning to the sign-in page would be a loop.
  const leadsBack = url.pathname === "/auth" || url.pathname.startsWith("/auth/");
  const isPage = !url.pathname.startsWith("/api/");
  return leadsElsewhere || leadsBack || !isPage ? "/" : path;
}
