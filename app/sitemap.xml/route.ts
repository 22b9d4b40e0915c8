import { sitemapIndexXml } from "@/lib/catalogue/sitemap";
import { listSitemapFiles } from "@/lib/catalogue/sitemap.server";
import { getSiteUrl } from "@/lib/env";

// The address of the site is not known when the app is built.
export const dynamic = "force-dynamic";

/** `GET /sitemap.xml`: the index of the sitemap files. */
export async function GET(): Promise<Response> {
  const files = await listSitemapFiles();
  const xml = sitemapIndexXml(files.map((file) => `${getSiteUrl()}/sitemaps/${file}.xml`));
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
