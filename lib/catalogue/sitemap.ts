/** Sitemaps (sitemaps.org protocol 0.9) of absolute, encoded URLs. */

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&apos;");

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapXml(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>`);
  return `${head}<urlset ${namespace}>\n${urls.join("\n")}\n</urlset>\n`;
}

export function sitemapIndexXml(files: readonly string[]): string {
  const entries = files.map((file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`);
  return `${head}<sitemapindex ${namespace}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}
