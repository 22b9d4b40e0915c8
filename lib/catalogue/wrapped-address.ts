/** What mail programs, searches and networks lead through, and the parameters that may hold the address itself. */
const REDIRECTS: readonly [start: RegExp, parameters: readonly string[]][] = [
  [/^https?:\/\/[a-z0-9]+\.safelinks\.protection\.outlook\.com\//i, ["url"]],
  [/^https?:\/\/(?:www\.)?google\.com\/url\?/i, ["url", "q"]],
  [/^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, ["u"]],
  [/^https?:\/\/consent\.youtube\.com\//i, ["continue"]],
];

/** Its first `src` outside of the quotes of other attributes, as in a browser. */
const EMBED_CODE =
  /^<iframe(?:[^<>"']|"[^"]*"|'[^']*')*?\ssrc=(?:["']([^"'<>\s]+)["']|([^"'<>\s]+))(?=[\s>])(?:[^<>"']|"[^"]*"|'[^']*')*>\s*<\/iframe>$/i;
const URL_DEFENSE = /^https:\/\/urldefense\.com\/v3\/__(https?:)\/+(\S+?)__;/i;

/** A blank, or another address behind the first one. */
const SECOND = /\s|[,;|][^,;|]*:\/\//;

/**
 * The address within an embed code, in angle brackets, before the full stop of a sentence, or behind one of the redirects
 * that offices know: Outlook's, Google's, Facebook's, YouTube's question about cookies, and Proofpoint's of the third
 * version. Any other text as it is, also one with two addresses, as the second would be lost.
 */
export function unwrapAddress(text: string): string {
  const plain = withoutStop(text).replace(/^<([^<>\s]+)>$/, "$1");
  const [, quoted, bare] = EMBED_CODE.exec(plain) ?? [];
  const embedded = quoted ?? bare;
  if (embedded !== undefined) return embedded;
  const address = plain.replaceAll("&amp;", "&");
  if (SECOND.test(address)) return plain;
  const [, protocol, rest] = URL_DEFENSE.exec(address) ?? [];
  if (rest !== undefined) return `${protocol}//${rest}`;
  const parameters = REDIRECTS.find(([start]) => start.test(address))?.[1];
  if (!parameters || !URL.canParse(address)) return plain;
  const { searchParams } = new URL(address);
  const target = parameters
    .map((name) => searchParams.get(name))
    .find((value) => /^https?:/i.test(value ?? ""));
  return target ? withoutStop(target) : plain;
}

function withoutStop(text: string): string {
  let end = text.length;
  while (end > 0 && ".,;".includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
