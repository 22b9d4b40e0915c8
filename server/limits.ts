import { isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

type Rule = { method: "GET" | "POST"; path: RegExp; requests: number; seconds: number };

/**
 * How often one address may ask for what costs the most: a class of forty behind one address signs up within two
 * minutes, and all of it searches as it types. deploy/nginx.conf has the same limits.
 */
const RULES: readonly Rule[] = [
  { method: "POST", path: /^\/api\/auth\/sign-up$/, requests: 60, seconds: 120 },
  { method: "POST", path: /^\/api\/auth\/(recover|resend)$/, requests: 60, seconds: 600 },
  {
    method: "POST",
    path: /^\/api\/auth\/(sign-in|confirm|password)$/,
    requests: 120,
    seconds: 60,
  },
  { method: "POST", path: /^\/api\/quiz\//, requests: 600, seconds: 60 },
  { method: "GET", path: /^\/search$/, requests: 600, seconds: 10 },
  { method: "GET", path: /^\/sitemap(\.xml$|s\/)/, requests: 120, seconds: 60 },
];

/** Counts requests by kind and address. */
export function createLimits(rules: readonly Rule[] = RULES) {
  const limited = rules.map((rule) => ({
    ...rule,
    counter: new RateLimiterMemory({ points: rule.requests, duration: rule.seconds }),
  }));
  /** Seconds for which a request of this address has to wait; 0 where it may go on. */
  return async (method: string, path: string, address: string): Promise<number> => {
    const rule = limited.find((each) => each.method === method && each.path.test(path));
    if (!rule) return 0;
    try {
      await rule.counter.consume(networkOf(address));
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  };
}

/** What one visitor holds: an IPv4 address, or the half of an IPv6 one that providers give to a household. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  if (tail !== undefined)
    groups.push(...Array(Math.max(0, 8 - groups.length - last.length)).fill("0"), ...last);
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
