import { readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Target } from "../../../scripts/checks/target.ts";
import { startLoopbackServer } from "../../loopback-server.ts";

/** The response of a path: a status with JSON, text or a redirect; `"silence"` is no response at all. */
type Reply = { status: number; json?: unknown; text?: string; location?: string } | "silence";

export type Replies = Record<string, Reply>;

const NOT_FOUND: Reply = { status: 404, text: "no page" };

const migrations = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));
const names = readdirSync(migrations).flatMap((file) =>
  [...readFileSync(`${migrations}/${file}`, "utf8").matchAll(/ public\.(\w+)/g)].map(([, name]) => name),
);

/** The responses, by path, of a Supabase whose migrations were applied by hand. */
export const HEALTHY: Replies = {
  "GET /auth/v1/settings": { status: 200, json: { mailer_autoconfirm: false } },
  "GET /auth/v1/verify": {
    status: 303,
    location: "https://lectern.example.org/auth/confirm#error=access_denied",
  },
  "GET /rest/v1/catalogue_totals": { status: 200, json: [{ course_count: 909 }] },
  "POST /rest/v1/rpc/applied_migrations": { status: 200, json: [] },
  "POST /rest/v1/rpc/installed_names": { status: 200, json: names },
  "GET /storage/v1/bucket/csv-imports": {
    status: 200,
    json: { id: "csv-imports", public: false, file_size_limit: 104857600 },
  },
  "POST /storage/v1/bucket": { status: 400, json: { statusCode: "409", error: "Duplicate" } },
};

/** A server that sends the given replies by method and path; stopped after the test. */
export async function startServer(replies: Replies, port = 0) {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const path = `${request.method} ${new URL(request.url ?? "/", "http://server").pathname}`;
    requests.push(path);
    const reply = replies[path] ?? replies["*"] ?? NOT_FOUND;
    if (reply === "silence") return;
    const { status, json, text = "", location } = reply;
    response.writeHead(status, { ...(location && { location }) });
    response.end(json === undefined ? text : JSON.stringify(json));
  };
  const { url, stop } = await startLoopbackServer(listener, { port });
  onTestFinished(stop);
  return { url, requests };
}

export const PUBLISHABLE = "sb_publishable_not-to-be-printed";
export const SECRET = "sb_secret_not-to-be-printed";

export function targetAt(url: string, changes: Partial<Target> = {}): Target {
  const siteUrl = "https://lectern.example.org";
  return { url, publishableKey: PUBLISHABLE, secretKey: SECRET, siteUrl, ...changes };
}

/** A legacy API key: a JWT whose claims name its role and project. Only the gateway checks its signature. */
export function legacyKey(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "HS256" })}.${encode(claims)}.not-to-be-printed`;
}
