/**
 * Whether the data of a page holds the query of the request for which it was rendered, as Next writes it: a cache must
 * not keep such a page, because others would be shown the query. In texts of a page quotation marks are escaped.
 */
export const holdsQuery = (rsc: string | Buffer) => rsc.includes('"q":"?');
