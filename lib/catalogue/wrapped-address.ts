/** What mail programs, searches and networks lead through, and the parameters that may hold the address itself. */
const REDIRECTS: readonly [start: RegExp, parameters: readonly string[]][] = [
  [/^https:\/\/[a-z0-9]+\.safelinks\.protection\.outlook\.com\/[a-z0-9/-]*\?/i, ["url"]],
  [/^https:\/\/www\.google\.com\/url\?/i, ["q", "url"]],
  [/^https:\/\/lm?\.facebook\.com\/l\.php\?/i, ["u"]],
];

const EMBED_CODE = /^<iframe\s(?:[^<>]*\s)?src=["']([^"'<>]+)["'][^<>]*>\s*<\/iframe>$/i;
const URL_DEFENSE = /^https:\/\/urldefense\.com\/v3\/__(\S+?)__;/i;
const IN_BRACKETS = /^<(\S+)>$/;

/**
 * The address within an embed code, in angle brackets, before the full stop of a sentence, or behind one of the redirects
 * that offices know: Outlook's, Proofpoint's, Google's and Facebook's. Any other text as it is.
 */
export function unwrapAddress(text: string): string {
  const inner = EMBED_CODE.exec(text)?.[1] ?? URL_DEFENSE.exec(text)?.[1] ?? IN_BRACKETS.exec(text)?.[1];
  if (inner !== undefined) return inner;
  const parameters = REDIRECTS.find(([start]) => start.test(text))?.[1];
  const target = parameters && URL.canParse(text) ? firstOf(new URL(text).searchParams, parameters) : null;
  return target ?? text.replace(/[.,;]+$/, "");
}

const firstOf = (values: URLSearchParams, names: readonly string[]) =>
  names.map((name) => values.get(name)).find((value) => value !== null) ?? null;
