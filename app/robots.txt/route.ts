import { getSiteUrl } from "@/lib/env";

// The address of the site is not known when the app is built.
export const dynamic = "force-dynamic";

/** `GET /robots.txt`. It does not disallow search pages: crawlers have to read them to see their `noindex`. */
export function GET(): Response {
  const lines = [
    "User-agent: *",
    "Disallow: /admin-console",
    "Disallow: /api/",
    // Every page links to it with its own address as `next`, which would double the number of addresses.
    "Disallow: /auth",
    "",
    `Sitemap: ${getSiteUrl()}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
