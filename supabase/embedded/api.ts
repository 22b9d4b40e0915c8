import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type ServerType, serve } from "@hono/node-server";
import type { App } from "@supabase/lite";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { createAuth } from "./auth.ts";
import type { Handler } from "./auth-calls.ts";
import { BackendError, reasonOf } from "./backend-error.ts";
import { nameLostConnection } from "./lost-connection.ts";
import { mailer } from "./mailer.ts";
import { createMailSender, type MailOptions } from "./mails.ts";
import { readToEnd } from "./read-to-end.ts";
import { isResumable, ResumableUploads } from "./resumable-uploads.ts";
import type { Secrets } from "./secrets.ts";
import { StoredFiles } from "./stored-files.ts";

type ApiOptions = {
  /** Connects as a role that owns the schemas `auth` and `storage` and may act as the request roles. */
  databaseUrl: string;
  storageDirectory: string;
  /** Directory of uploads that are not complete yet. */
  uploadsDirectory: string;
  siteUrl: string;
  /** Absent if no mail is sent. */
  mail?: MailOptions;
  secrets: Secrets;
};

/** The Supabase API over a database. It answers no requests before `listen`. */
export type Api = {
  /** Creates what is missing in the schemas `auth` and `storage`, which migrations refer to. */
  ensureSystemTables(): Promise<void>;
  /** Listens on a port of the loopback interface, a free one if it is 0. Call it after migrations are applied. */
  listen(port?: number): Promise<{ url: string }>;
  /** @param graceMs milliseconds that open requests have left to finish */
  close(graceMs: number): Promise<void>;
};

const MAX_OBJECT_MIB = 100;
const MAX_OBJECT_BYTES = MAX_OBJECT_MIB * 1024 * 1024;

/**
 * Configures the API over a database.
 * @throws {BackendError} if it would treat requests without a key as an administrator's
 */
export async function createApi(options: ApiOptions): Promise<Api> {
  // The package reads this once, when it is imported, and has no storage API without it.
  process.env.EXPERIMENTAL_STORAGE = "1";
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const url = options.databaseUrl;
  const connection = createPostgresConnection({ url, postgresOptions: { max: 20, onnotice: () => {} } });
  // Otherwise lite grants every role all rights on each schema that has a policy, at the first request.
  Object.assign(connection, { rlsState: "active" });
  // Introspection finds only tables that its role has a right on; the role of `connection` has none in `public`.
  const tables = createPostgresConnection({
    url,
    postgresOptions: { max: 1, idle_timeout: 10, onnotice: () => {}, connection: { role: "service_role" } },
  });
  // Lite keeps a schema once it was read, so requests that arrive before that would each read it, one after the other.
  let reading: ReturnType<typeof tables.introspect> | undefined;
  connection.introspect = (options) => {
    if (!options?.useCache) return tables.introspect(options);
    reading ??= tables.introspect(options).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  connection.normalizeDbError = nameLostConnection;
  const files = new StoredFiles(options.storageDirectory, MAX_OBJECT_BYTES);
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
      email: {
        enable_signup: true,
        enable_confirmations: options.mail?.confirmSignUps ?? false,
        // Only the new address confirms a change. With `true`, lite asks only the old one and never verifies the new
        // one.
        double_confirm_changes: false,
        // The token of a link is a hash of the address and this many digits: six digits could be guessed by trying.
        otp_length: 40,
      },
    },
    // Requests reach no other schema.
    api: { schemas: ["public"], max_rows: 1000 },
    storage: { enabled: true, file_size_limit: `${MAX_OBJECT_MIB}MiB` },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  });
  app._storageAdapter = files;
  // The package's own mailer prints mails to the log, including links that sign in.
  app._mailer = mailer;
  if (app.adminMode)
    throw new BackendError("The API runs in admin mode, which lets anyone in. It is not started.");
  await app.init();
  const { mail, siteUrl } = options;
  const mails = mail && (await createMailSender(mail, siteUrl));
  const auth = createAuth((request) => app.fetch(request), {
    sql: connection.driver,
    secretKey: options.secrets.secretKey,
    ...(mails && { mails }),
  });
  const storage = createStorage(app, files);
  const uploads = new ResumableUploads({
    directory: options.uploadsDirectory,
    maxBytes: MAX_OBJECT_BYTES,
    jwtSecret: options.secrets.jwtSecret,
    storage,
  });
  await uploads.prepare();
  let server: ServerType | undefined;
  return {
    ensureSystemTables: () => ensureSystemTables(connection),
    listen: async (port = 0) => {
      server = await listen({ app, auth, storage, uploads }, port);
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    },
    close: async (graceMs) => {
      uploads.close();
      if (server) await closeServer(server, graceMs);
      // Without a timeout the driver would reconnect to a stopped server for ever.
      const timeout = Math.min(graceMs / 1000, 2);
      await Promise.all([connection, tables].map(({ driver }) => driver.end({ timeout })));
    },
  };
}

/** Creates the system tables: lite's own way hides errors and needs the right to create schemas. */
async function ensureSystemTables({ config, driver }: PostgresConnection): Promise<void> {
  const statements = String(config.baseSchema).replaceAll(/create schema if not exists \w+;/gi, "");
  try {
    await driver.unsafe(statements);
  } catch (error) {
    throw new BackendError(
      `The API cannot use its part of the database, the schemas auth and storage: ${reasonOf(error)}.`,
    );
  }
}

/** Without a key, other routes of the API reveal its configuration, including the database's password. */
const SERVED_PATHS = /^\/(rest|auth|storage)\/v1(\/|$)/;

/** Far longer than any query of the app takes. */
const REST_TIMEOUT_MS = 40_000;

/**
 * The response, or 504 after a timeout: if the database becomes unavailable under load, the driver can wait for a
 * connection for ever.
 */
async function withTimeout(response: Response | Promise<Response>): Promise<Response> {
  const timer = new AbortController();
  const timeout = delay(REST_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() =>
    Response.json({ message: "The database did not answer in time." }, { status: 504 }),
  );
  timeout.catch(() => {});
  try {
    return await Promise.race([response, timeout]);
  } finally {
    timer.abort();
  }
}

const SIGNED_UPLOAD_PATH = /^\/storage\/v1\/object\/upload\/sign\//;

/** Renames the address of a signed upload to the hosted storage's field name, which supabase-js reads. */
async function renameSignedUrl(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { signedUrl } = (await response.json()) as { signedUrl: string };
  return Response.json({ url: signedUrl.replace(/^\/storage\/v1/, "") });
}

/** The response when the disk is full; lite itself only says that the server failed. */
const refuseForRoom = () =>
  Response.json({ error: "disk_full", message: "There is no room left on the disk." }, { status: 507 });

/** The storage API. It reports addresses of signed uploads and a full disk in the form of a hosted storage. */
function createStorage(app: App, files: StoredFiles) {
  return async (request: Request, peerAddress: string | null = null): Promise<Response> => {
    const response = await app.fetch(request, { peerAddress });
    if (response.status === 500 && request.method !== "GET" && files.isFull) return refuseForRoom();
    const isSignedUpload =
      SIGNED_UPLOAD_PATH.test(new URL(request.url).pathname) && request.method === "POST";
    return isSignedUpload ? renameSignedUrl(response) : response;
  };
}

type Parts = {
  app: App;
  auth: Handler;
  storage: ReturnType<typeof createStorage>;
  uploads: ResumableUploads;
};

async function listen({ app, auth, storage, uploads }: Parts, port: number): Promise<ServerType> {
  const server = serve({
    port,
    hostname: "127.0.0.1",
    fetch: (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      if (!SERVED_PATHS.test(pathname)) return new Response("Not found", { status: 404 });
      if (pathname.startsWith("/auth/")) return auth(request);
      if (isResumable(pathname)) return uploads.handle(request);
      const peerAddress = incoming.socket.remoteAddress ?? null;
      if (pathname.startsWith("/storage/"))
        return readToEnd(request, (readable) => storage(readable, peerAddress), MAX_OBJECT_BYTES);
      return withTimeout(app.fetch(request, { peerAddress }));
    },
  });
  // Node's default ends a request after five minutes; a large upload may take longer.
  if ("requestTimeout" in server) server.requestTimeout = 0;
  // Node's default closes a connection after five idle seconds, just when a busy app may reuse it.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 120_000;
  await once(server, "listening");
  return server;
}

/** Waits for open requests, then closes their connections. */
async function closeServer(server: ServerType, graceMs: number): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  if ("closeAllConnections" in server) server.closeAllConnections();
  await closed;
}
