/** A query in the parts of the page's address, but for what Next's router adds. */
const QUERY_OF_ADDRESS = /"c":\["[^\]]*\?(?!_rsc=\w{0,8}")/;

/**
 * Whether the data of a page holds the query of the request for which it was rendered, as Next writes it: a cache must
 * not keep such a page, because others would be shown the query. In texts of a page quotation marks are escaped.
 */
export function holdsQuery(rsc: string | Buffer): boolean {
  const text = rsc.toString();
  return text.includes('"q":"?') || QUERY_OF_ADDRESS.test(text);
}

/**
 * Whether the scripts of a page have the nonce that Next has found in the request, in a header that anyone may send. In
 * texts of a page `<` is escaped.
 */
export const holdsNonce = (html: string): boolean => html.includes('<script nonce="');
