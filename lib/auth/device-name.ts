const BROWSERS: readonly [RegExp, string][] = [
  // Most browsers also name the browsers that they resemble, so the order matters.
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  // The order matters here too: iPhones and iPads also name Mac OS X, and Android also names Linux.
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** The browser and system of a `User-Agent` header: `Firefox on Windows`; empty if unknown. */
export function deviceName(userAgent: string): string {
  const nameIn = (rules: readonly [RegExp, string][]) => rules.find(([rule]) => rule.test(userAgent))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(" on ");
}
