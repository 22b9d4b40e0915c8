/** A query in the parts of the page's address, but for what Next's router adds. */
const QUERY_OF_ADDRESS = /"c":\["[^\]]*\?(?!_rsc=\w{0,8}")/;

type PageContent = { html?: string | undefined; rsc?: string | Buffer | undefined };

/**
 * Whether a page holds something of the request for which it was rendered: its query, in the data as Next writes it, or
 * the nonce that Next finds in a header, in the scripts. A cache must not keep such a page, because others would be shown
 * what anyone may send. In texts of a page quotation marks and `<` are escaped.
 */
export function holdsRequest({ html = "", rsc = "" }: PageContent): boolean {
  const data = rsc.toString();
  return data.includes('"q":"?') || QUERY_OF_ADDRESS.test(data) || html.includes('<script nonce="');
}
