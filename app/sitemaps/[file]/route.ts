import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { unstable_cache } from "next/cache";
import { sitemapXml } from "@/lib/catalogue/sitemap";
import { listSitemapFiles, listSitemapPaths } from "@/lib/catalogue/sitemap.server";
import { getSiteUrl } from "@/lib/env";
import { CATALOGUE_TAG } from "@/lib/supabase/public.server";

// A static route would cache a 404 for every unknown address that is requested.
export const dynamic = "force-dynamic";

/**
 * A sitemap file, gzipped and in base64, cached until the catalogue changes. Compressed it takes a tenth of the
 * space: a hundred files of a large catalogue would evict every page from Next's cache.
 */
const compress = unstable_cache(
  async (siteUrl: string, name: string) => {
    const paths = (await listSitemapPaths(name)) ?? [];
    const xml = sitemapXml(paths.map((path) => siteUrl + path));
    return (await promisify(gzip)(xml)).toString("base64");
  },
  ["sitemap"],
  { tags: [CATALOGUE_TAG] },
);

/** `GET /sitemaps/{file}.xml`: at most 10,000 addresses; 404 for a file that is not in the index. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/sitemaps/[file]">,
): Promise<Response> {
  const { file } = await params;
  const name = (await listSitemapFiles()).find((name) => file === `${name}.xml`);
  if (!name) return new Response("Not found", { status: 404 });
  const xml = await promisify(gunzip)(Buffer.from(await compress(getSiteUrl(), name), "base64"));
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
