import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "../lib/client-network.ts";
import { counters, type RuleName } from "../lib/counters.ts";
import { readSessionToken } from "../lib/supabase/session-token.ts";

type Rule = {
  name: RuleName;
  method: "GET" | "POST" | "PUT";
  path: RegExp;
  requests: number;
  seconds: number;
  /** How many of these requests one account may send. */
  byAccount?: number;
};

/**
 * How often one address may request the most expensive routes. A class of forty behind one address signs up within
 * two minutes, and all of it searches while typing. Without a limit per account, one signed-in learner could use up
 * the share of the class; sign-in attempts and requests for mails are counted per account where the app knows it
 * (lib/auth/attempts.server.ts). deploy/nginx.conf limits some of them too.
 */
const RULES: readonly Rule[] = [
  { name: "sign-up", method: "POST", path: /^\/api\/auth\/sign-up$/, requests: 60, seconds: 120 },
  { name: "mail", method: "POST", path: /^\/api\/auth\/(recover|resend)$/, requests: 60, seconds: 600 },
  {
    name: "sign-in",
    method: "POST",
    path: /^\/api\/auth\/(sign-in|code|confirm|name|password|email|two-factor\/\w+)$/,
    requests: 120,
    seconds: 60,
  },
  { name: "quiz", method: "POST", path: /^\/api\/quiz\//, requests: 600, seconds: 60, byAccount: 60 },
  // A playing video reports four times a minute, at each pause, and once whether it plays; a whole university may share
  // one address.
  {
    name: "watching",
    method: "POST",
    path: /^\/api\/(watching|video-reports)$/,
    requests: 6_000,
    seconds: 60,
    byAccount: 60,
  },
  // Some tick off a long course in one go.
  {
    name: "progress",
    method: "PUT",
    path: /^\/api\/progress$/,
    requests: 6_000,
    seconds: 60,
    byAccount: 600,
  },
  // A device sends the notes that it has stored for a visitor one by one.
  { name: "notes", method: "PUT", path: /^\/api\/notes\//, requests: 1200, seconds: 60, byAccount: 300 },
  {
    name: "export",
    method: "GET",
    path: /^\/api\/(notes|lectures|quizzes)\/export$/,
    requests: 120,
    seconds: 60,
    byAccount: 12,
  },
  // What a learner's pages ask for: several a page.
  {
    name: "own-data",
    method: "GET",
    path: /^\/api\/(continue|learning|notes|progress|viewer|watching)$/,
    requests: 1_200,
    seconds: 10,
    byAccount: 120,
  },
  // The quiz of a made-up course is looked for like any other, and the list of courses is as long as the catalogue.
  {
    name: "search",
    method: "GET",
    path: /^\/(search|tests|api\/courses)$/,
    requests: 600,
    seconds: 10,
    byAccount: 60,
  },
  { name: "sitemap", method: "GET", path: /^\/sitemap(\.xml$|s\/)/, requests: 120, seconds: 60 },
  // Each is compressed for the visitor who asks for it.
  { name: "preset-files", method: "GET", path: /^\/data\//, requests: 120, seconds: 60 },
];

/** The sender of a request: its address, and the session of its cookies, if any. */
type Sender = { address: string; session: string | null };

/** Counts requests by kind, by account and by address. */
export function createLimits(rules: readonly Rule[] = RULES) {
  const limited = rules.map(({ name, method, path, requests, seconds, byAccount }) => {
    const counter = (points: number) => new RateLimiterMemory({ points, duration: seconds });
    return { name, method, path, addresses: counter(requests), accounts: byAccount && counter(byAccount) };
  });
  /** Seconds that a request has to wait; 0 if it may proceed. HEAD counts as GET. */
  return async (method: string, path: string, { address, session }: Sender): Promise<number> => {
    const counted = method === "HEAD" ? "GET" : method;
    const rule = limited.find((each) => each.method === counted && each.path.test(path));
    if (!rule) return 0;
    // The account is counted first: a request that is refused for its account does not count for its address.
    const wait = rule.accounts && session ? await consume(rule.accounts, session) : 0;
    if (wait > 0) counters.refused.account[rule.name]++;
    if (wait > 0) return wait;
    const waitOfAddress = await consume(rule.addresses, networkOf(address));
    if (waitOfAddress > 0) counters.refused.address[rule.name]++;
    return waitOfAddress;
  };
}

/** The pages that have to be rendered to find that there is nothing at their address. */
const CATALOGUE_PAGE = /^\/(courses?|subjects)\//;

/**
 * Counts the catalogue pages that do not exist: anyone can make up any number of them, and each takes as long as a
 * search. An address that has requested too many waits for its next catalogue page.
 */
export function createMissingPages({ pages = 600, seconds = 60 } = {}) {
  const counter = new RateLimiterMemory({ points: pages, duration: seconds });
  return {
    /** Counts a page that was requested and does not exist. */
    async count(path: string, address: string): Promise<void> {
      if (CATALOGUE_PAGE.test(path)) await consume(counter, networkOf(address));
    },
    /** Seconds that a request has to wait; 0 if it may proceed. */
    async wait(path: string, address: string): Promise<number> {
      const known = CATALOGUE_PAGE.test(path) ? await counter.get(networkOf(address)) : null;
      if (!known || known.remainingPoints > 0) return 0;
      counters.refused.address["missing-page"]++;
      return inWholeSeconds(known);
    },
  };
}

const inWholeSeconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Counts a request. Returns the seconds until the counter has room for it; 0 if it had. */
async function consume(counter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await counter.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return inWholeSeconds(refusal);
  }
}

/**
 * Identifies the account of a request by its session, as a hash of what its token says; null for visitors. The token is
 * not verified: a forged one gets counters of its own, never those of another account. A genuine one can be written in
 * several ways, in cookies and in its signature, but says the same in each.
 */
export function sessionOf(cookies = ""): string | null {
  const values = parseCookies(cookies);
  const claims = readSessionToken((name) => values.get(name))?.split(".")[1];
  return claims ? createHash("sha256").update(claims).digest("base64") : null;
}

/** The cookies of a header as Next reads them: of several with one name the last counts. */
function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(/; */)) {
    const [name = "", ...value] = pair.split("=");
    try {
      cookies.set(name, decodeURIComponent(value.join("=")));
    } catch {
      // Next leaves out a value that it cannot decode.
    }
  }
  return cookies;
}
