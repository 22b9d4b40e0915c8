import type { Page } from "@playwright/test";

/** The parts of a document, and the faults found in it. */
type Contents = {
  /** Names of elements, and of elements with each of their attributes: `a`, `a[href]`. */
  parts: string[];
  /** The beginnings of inline scripts. */
  scripts: string[];
  faults: string[];
};

/** The parts of the site's documents without hostile texts; anything additional in other documents is a problem. */
export class Clean {
  readonly problems: string[] = [];
  private readonly known = new Set<string>();

  learn({ parts, scripts }: Contents): void {
    for (const part of [...parts, ...scripts]) this.known.add(part);
  }

  compare(path: string, { parts, scripts, faults }: Contents): void {
    const strange = [...parts, ...scripts].filter((part) => !this.known.has(part));
    this.problems.push(...[...faults, ...strange].map((problem) => `${path}: ${problem}`));
  }
}

/** Inspects the rendered page, and checks in all its frames whether any hostile script ran. */
export async function inspectPage(page: Page): Promise<Contents> {
  const contents = (await page.evaluate(lookThrough, null))[0]!;
  for (const frame of page.frames()) {
    const ran = await frame.evaluate(() => (window as { ran?: unknown }).ran);
    if (ran !== undefined) contents.faults.push("something ran");
  }
  return contents;
}

/** Inspects the server's responses at the given paths, in order; the HTML is parsed but not executed. */
export function inspectAnswers(page: Page, paths: string[]): Promise<Contents[]> {
  return page.evaluate(lookThrough, paths);
}

/** Runs in the browser, so it uses nothing from outside this function. Inspects the page if `paths` is null. */
async function lookThrough(paths: string[] | null): Promise<Contents[]> {
  const addresses = /^(href|src|action|formaction|data|poster|background|cite|ping|manifest|xlink:href)$/;
  const thumbnail = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/\w+\.jpg$/;
  const player = /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}(\?autoplay=1)?$/;

  const isAllowed = (tag: string, address: string, isPoster: boolean) => {
    const { href, origin } = new URL(address, location.href);
    if (tag === "iframe") return player.test(href);
    if (/^(img|meta|link)$/.test(tag) && thumbnail.test(href)) return true;
    return origin === location.origin || (isPoster && tag === "a" && player.test(href));
  };
  const look = (whole: Document): Contents => {
    const parts = new Set<string>();
    const scripts = new Set<string>();
    const faults: string[] = [];
    const readScript = (script: Element) => {
      const text = script.textContent ?? "";
      if (script.hasAttribute("src")) return;
      if (script.getAttribute("type") !== "application/ld+json") {
        scripts.add(text.slice(0, 20));
      } else if (JSON.parse(text)["@context"] !== "https://schema.org") {
        faults.push(`structured data: ${text}`);
      }
    };
    const readElement = (element: Element, isPoster: boolean) => {
      const tag = element.localName;
      parts.add(tag);
      if (tag === "script") readScript(element);
      for (const { name, value } of element.attributes) {
        parts.add(`${tag}[${name}]`);
        const isMetaAddress = tag === "meta" && /image$|url$/.test(element.getAttribute("property") ?? "");
        if (/^on/i.test(name)) faults.push(`${tag} with ${name}`);
        if (
          (addresses.test(name) || (isMetaAddress && name === "content")) &&
          !isAllowed(tag, value, isPoster)
        ) {
          faults.push(`${tag} with ${name}=${value}`);
        }
        if (name === "srcdoc") readDocument(new DOMParser().parseFromString(value, "text/html"), true);
      }
    };
    const readDocument = (source: Document, isPoster: boolean) => {
      for (const element of source.querySelectorAll("*")) readElement(element, isPoster);
    };
    readDocument(whole, false);
    return { parts: [...parts].sort(), scripts: [...scripts].sort(), faults };
  };
  const ask = async (path: string): Promise<Contents> => {
    const answer = await fetch(path);
    const contents = look(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (answer.status !== 200) contents.faults.push(`answered ${answer.status}`);
    return contents;
  };
  return paths ? Promise.all(paths.map(ask)) : [look(document)];
}
