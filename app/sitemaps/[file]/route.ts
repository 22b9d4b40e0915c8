import { sitemapXml } from "@/lib/catalogue/sitemap";
import { listSitemapPaths } from "@/lib/catalogue/sitemap.server";
import { getSiteUrl } from "@/lib/env";

export const dynamic = "force-dynamic";

/** `GET /sitemaps/{file}.xml`: at most 10,000 addresses; 404 for a file that is not in the index. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/sitemaps/[file]">,
): Promise<Response> {
  const { file } = await params;
  const paths = file.endsWith(".xml") ? await listSitemapPaths(file.slice(0, -".xml".length)) : null;
  if (!paths) return new Response("Not found", { status: 404 });
  const xml = sitemapXml(paths.map((path) => getSiteUrl() + path));
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
