import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type ServerType, serve } from "@hono/node-server";
import type { App } from "@supabase/lite";
import { BackendError } from "./backend-error.ts";
import type { Database } from "./database.ts";
import type { Secrets } from "./secrets.ts";
import { StoredFiles } from "./stored-files.ts";

export type ApiOptions = {
  databaseUrl: string;
  storageDirectory: string;
  siteUrl: string;
  secrets: Secrets;
};

/** The Supabase API over a database, not yet served. */
export type Api = {
  /** Makes the schemas `auth` and `storage` that migrations build on. */
  ensureSystemSchemas(sql: Database): Promise<void>;
  /** Serves it on a free port of the loopback interface; to be called once migrations are applied. */
  listen(): Promise<{ url: string }>;
  /** @param graceMs how long requests may take to finish */
  close(graceMs: number): Promise<void>;
};

const MAX_OBJECT_MIB = 100;

/**
 * Sets the API up over a database.
 * @throws {BackendError} when it would let requests without a key act as an administrator
 */
export async function createApi(options: ApiOptions): Promise<Api> {
  // Read once, when the package is loaded; the storage API does not exist without it.
  process.env.EXPERIMENTAL_STORAGE = "1";
  const { App, InMemoryEmailDriver } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: { max: 20, onnotice: () => {} },
  });
  const files = new StoredFiles(options.storageDirectory, MAX_OBJECT_MIB * 1024 * 1024);
  await files.prepare();
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: options.secrets.jwtSecret,
      publishable_key: options.secrets.publishableKey,
      secret_key: options.secrets.secretKey,
      site_url: options.siteUrl,
      minimum_password_length: 6,
      email: { enable_signup: true, enable_confirmations: false },
    },
    // Other schemas stay out of reach of requests.
    api: { schemas: ["public"], max_rows: 1000 },
    storage: { enabled: true, file_size_limit: `${MAX_OBJECT_MIB}MiB` },
    studio: { enabled: false },
    options: {
      server: { admin: false, disableStudio: true },
      // The default one prints mails, and with them links that sign a reader of the log in.
      drivers: { email: new InMemoryEmailDriver({ maxKeepCount: 1 }) },
    },
  });
  app._storageAdapter = files;
  if (app.adminMode)
    throw new BackendError("The API runs in admin mode, which lets anyone in. It is not started.");
  await app.init();
  let server: ServerType | undefined;
  return {
    ensureSystemSchemas: (sql) => ensureSystemSchemas(app, sql),
    listen: async () => {
      await connection.clearSchemaCache();
      // The first request makes lite grant rights on every table, and a second one at that moment
      // goes ahead without waiting for them: so it is this one, alone.
      await connection.withContext({ auth: { role: "anon" } }, async () => {});
      server = await listen(app);
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    },
    close: async (graceMs) => {
      if (server) await closeServer(server, graceMs);
      // With a server that is gone, connecting again would be tried for ever.
      await connection.driver.end({ timeout: 2 });
    },
  };
}

async function ensureSystemSchemas(app: App, sql: Database): Promise<void> {
  await app.ensureSystemSchema();
  // It keeps every error to itself.
  const [made] = await sql`
    select to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null
      and to_regprocedure('auth.uid()') is not null as complete`;
  if (!made?.complete) {
    throw new BackendError(
      "The schemas auth and storage cannot be made: the role lacks rights on the database.",
    );
  }
}

/** The API's other routes show its configuration, the database's password included, to anyone. */
const SERVED = /^\/(rest|auth|storage)\/v1(\/|$)/;

/** No query of the app takes nearly as long. */
const REST_PATIENCE_MS = 40_000;

/**
 * The answer, or a 504 in its place. A database that goes away in the middle of many requests can leave the
 * driver waiting for a connection for ever, and whoever asked with it.
 */
async function inTime(asked: Response | Promise<Response>): Promise<Response> {
  const patience = new AbortController();
  const late = delay(REST_PATIENCE_MS, undefined, { signal: patience.signal }).then(() =>
    Response.json({ message: "The database did not answer in time." }, { status: 504 }),
  );
  late.catch(() => {});
  try {
    return await Promise.race([asked, late]);
  } finally {
    patience.abort();
  }
}

const SIGNS_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//;

/** The address of a signed upload by the name that a hosted storage gives it, and that clients read. */
async function asHosted(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { signedUrl } = (await answer.json()) as { signedUrl: string };
  return Response.json({ url: signedUrl.replace(/^\/storage\/v1/, "") });
}

async function listen(app: App): Promise<ServerType> {
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      if (!SERVED.test(pathname)) return new Response("Not found", { status: 404 });
      const asked = app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null });
      if (pathname.startsWith("/rest/")) return inTime(asked);
      const answer = await asked;
      return SIGNS_UPLOAD.test(pathname) && request.method === "POST" ? asHosted(answer) : answer;
    },
  });
  // Node ends a request after five minutes, which a large upload may take.
  if ("requestTimeout" in server) server.requestTimeout = 0;
  // And a connection after five idle seconds, at the very moment at which a busy app may use it again.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 120_000;
  await once(server, "listening");
  return server;
}

/** Lets requests finish for a moment, then cuts them off. */
async function closeServer(server: ServerType, graceMs: number): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  if ("closeAllConnections" in server) server.closeAllConnections();
  await closed;
}
