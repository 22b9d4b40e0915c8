import { getSiteUrl } from "@/lib/env";

export const dynamic = "force-dynamic";

/** `GET /robots.txt`: everything public may be read; search pages say `noindex` themselves. */
export function GET(): Response {
  const lines = [
    "User-agent: *",
    "Disallow: /admin-console",
    "Disallow: /api/",
    "",
    `Sitemap: ${getSiteUrl()}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
