import { getSiteUrl } from "@/lib/env";

// The address of the site is not known when the app is built.
export const dynamic = "force-dynamic";

/** `GET /robots.txt`. Search pages are not in it: robots have to read them to see their `noindex`. */
export function GET(): Response {
  const lines = [
    "User-agent: *",
    "Disallow: /admin-console",
    "Disallow: /api/",
    // Every page links there with its own address as `next`: as many addresses again.
    "Disallow: /auth",
    "",
    `Sitemap: ${getSiteUrl()}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
