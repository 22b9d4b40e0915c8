import { z } from "zod";
import { isWorkerd } from "./runtime.ts";

/** A setting that is missing or wrong. The message names the variable and what is accepted. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** The settings of an installation, read from environment variables at boot. */
export type Settings = {
  port: number;
  host: string;
  /**
   * The directory that holds everything an installation stores, as given; scripts resolve the path. This module
   * imports nothing from Node, because the middleware loads it in an edge runtime.
   */
  dataDir: string;
  seed: "presets" | "none";
  /** The address that visitors use, without a trailing slash. */
  siteUrl: string;
  /** The hosts that a request may name, with their ports; undefined allows any host, if SITE_URL is not set. */
  hosts?: string[];
  /** The operator's own PostgreSQL, instead of the packaged one. */
  databaseUrl?: string;
  /** A hosted or self-hosted Supabase, instead of the embedded backend. */
  supabase?: { url: string; publishableKey: string; secretKey: string };
  /** An access token of a hosted project's owner, for commands that read settings which API keys cannot read. */
  accessToken?: string;
  /** How a spreadsheet is uploaded: through the app, or directly to a signed address of the storage. */
  uploads: "app" | "signed";
  /** Seconds that one call may work on an import, on hosts that limit functions; unlimited by default. */
  importSliceSeconds?: number;
  /** Seconds after which the lease of an import expires, so that another process takes the import over. */
  importLeaseSeconds: number;
  /** Milliseconds for which the app serves cached pages without checking whether they have changed. */
  pageCheckMs: number;
  /** Timeout in milliseconds of the check whether a page has changed; after it, the cached page is served. */
  pageTimeoutMs: number;
  /** Where pages are cached: in each process, or in a cache of the host, which the app notifies of changes. */
  pageCache: "process" | "host";
  /** Seconds for which the app still answers requests after SIGTERM, while it reports that it is not ready. */
  drainSeconds: number;
  /** Whether the launcher answers requests at the app's address while the app is down. */
  standby: boolean;
  /** Addresses and ranges of the proxies in front of the app that are trusted to report a visitor's address. */
  trustedProxies: string[];
  /** The token that Prometheus sends to read the metrics; without it, no metrics are served. */
  metricsToken?: string;
  /** Where request traces are sent, and the share of requests that is traced; without it nothing is traced. */
  tracing?: { endpoint: string; ratio: number };
  /** The secret that the host's timer sends when it triggers work on imports. */
  cronSecret?: string;
  /** How the server itself checks for videos that are gone; by default it does not. */
  checkVideos?: "thumbnails";
  /** How the embedded backend sends mail; without it, none is sent. An operator's own Supabase sends its own. */
  mail?: MailSettings;
};

type MailSettings = {
  /** The address of an SMTP server, with its password. */
  smtpUrl: string;
  /** The sender of mails: an address, or `Name <address>`. */
  from: string;
  /** Whether a new account must be confirmed by a mailed link before it can be used. */
  confirmSignUps: boolean;
};

/** The settings that the app's server code reads. */
type AppEnv = Pick<
  Settings,
  | "siteUrl"
  | "uploads"
  | "importSliceSeconds"
  | "importLeaseSeconds"
  | "pageCheckMs"
  | "pageTimeoutMs"
  | "pageCache"
  | "metricsToken"
  | "tracing"
  | "cronSecret"
  | "checkVideos"
> & {
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  /** The address at which this process reaches itself. */
  ownUrl: string;
};

/** Cloudflare lets work continue for 30 seconds after a response. */
const WORKERD_SLICE_SECONDS = 20;

type Environment = Record<string, string | undefined>;

const SUPABASE_VARIABLES = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"] as const;

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

/** The app's pages are at the root of their server. Every page shows this address, so it holds no password. */
const serverUrl = httpUrl.refine((url) => /^https?:\/\/[^/?#@]+$/i.test(url));

/** Addresses and ranges, separated by commas or spaces. */
const addressList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])));

/** `ada@example.org`, or `Ada Lovelace <ada@example.org>`. */
const mailbox = z.string().refine((text) => {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return z.email().safeParse(address).success;
});

/** Numbers in decimal digits: `Number` by itself also takes 1e3 and 0x1F. */
const numberLike = (digits: RegExp) => (min: number, max: number) =>
  z.string().regex(digits).transform(Number).pipe(z.number().min(min).max(max));

const integer = numberLike(/^\d+$/);
const decimal = numberLike(/^\d*\.?\d+$/);

/** The schema of each variable, with a description of what it accepts. */
const accepted = {
  PORT: [integer(1, 65535), "a port number from 1 to 65535"],
  HOST: [z.string().regex(/^\S+$/), "a host name or an address to listen on, such as 127.0.0.1 or 0.0.0.0"],
  LECTERN_DATA_DIR: [z.string(), "the path of a directory"],
  LECTERN_SEED: [z.enum(["presets", "none"]), '"presets" or "none"'],
  SITE_URL: [
    serverUrl,
    "an address that starts with http:// or https://, and has no path, user name or password",
  ],
  LECTERN_DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }),
    "an address that starts with postgres:// or postgresql://",
  ],
  SUPABASE_URL: [httpUrl, "an address that starts with http:// or https://"],
  SUPABASE_PUBLISHABLE_KEY: [z.string().regex(/^\S+$/), "the publishable key of your Supabase"],
  SUPABASE_SECRET_KEY: [z.string().regex(/^\S+$/), "the secret key of your Supabase"],
  SUPABASE_ACCESS_TOKEN: [z.string().regex(/^\S+$/), "an access token of your Supabase account"],
  LECTERN_UPLOADS: [z.enum(["app", "signed"]), '"app" or "signed"'],
  LECTERN_IMPORT_SLICE_SECONDS: [decimal(1, 3600), "a number of seconds from 1 to 3600"],
  LECTERN_IMPORT_LEASE_SECONDS: [integer(1, 3600), "a whole number of seconds from 1 to 3600"],
  LECTERN_PAGE_CHECK_MS: [integer(0, 60_000), "a whole number of milliseconds up to 60000"],
  LECTERN_PAGE_TIMEOUT_MS: [integer(1, 60_000), "a whole number of milliseconds from 1 to 60000"],
  LECTERN_PAGE_CACHE: [z.enum(["process", "host"]), '"process" or "host"'],
  CRON_SECRET: [z.string().regex(/^\S{16,}$/), "at least 16 characters without blanks"],
  LECTERN_METRICS_TOKEN: [
    z.string().regex(/^[\w.~+/=-]{16,}$/),
    "at least 16 letters, digits and signs of -._~+/=",
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [httpUrl, "an address that starts with http:// or https://"],
  OTEL_TRACES_SAMPLER_ARG: [decimal(0, 1), "a share of requests from 0 to 1"],
  LECTERN_CHECK_VIDEOS: [z.enum(["thumbnails", "off"]), '"thumbnails" or "off"'],
  LECTERN_LOG: [z.enum(["text", "json"]), '"text" or "json"'],
  LECTERN_DRAIN_SECONDS: [integer(0, 600), "a whole number of seconds up to 600"],
  LECTERN_STANDBY: [z.enum(["on", "off"]), '"on" or "off"'],
  TRUSTED_PROXIES: [addressList, "addresses and ranges separated by commas, such as 127.0.0.1, 10.0.0.0/8"],
  SMTP_URL: [
    z.url({ protocol: /^smtps?$/, hostname: /./ }),
    "an address that starts with smtp:// or smtps://, such as smtp://user:password@mail.example.org:587",
  ],
  MAIL_FROM: [mailbox, "an address, or a name and an address such as Lectern <lectern@example.org>"],
  LECTERN_CONFIRM_SIGN_UPS: [z.enum(["on", "off"]), '"on" or "off"'],
  LECTERN_MAIL: [z.enum(["on", "off"]), '"on" or "off"'],
  LECTERN_OWN_URL: [httpUrl, "an address that starts with http:// or https://"],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Variable = keyof typeof accepted;

// These values contain passwords or keys, which error messages must not show.
const SECRET: readonly Variable[] = [
  "LECTERN_DATABASE_URL",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SUPABASE_ACCESS_TOKEN",
  "SMTP_URL",
  "LECTERN_METRICS_TOKEN",
  "CRON_SECRET",
];

function read<V extends Variable>(env: Environment, name: V): z.output<(typeof accepted)[V][0]> | undefined {
  const given = env[name]?.trim();
  if (!given) return undefined;
  const [schema, words] = accepted[name];
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as z.output<(typeof accepted)[V][0]>;
  // An address may hold a password where none is accepted.
  const isSecret = SECRET.includes(name) || (name !== "MAIL_FROM" && given.includes("@"));
  const shown = isSecret ? "what was given is not" : `${JSON.stringify(given)} is not`;
  throw new SettingsError(`${name}: ${shown} accepted; it has to be ${words}.`);
}

/** The names among these that look like settings and are none, such as misspelled ones. */
export function listUnknownSettings(names: string[]): string[] {
  return names.filter(
    (name) => /^(LECTERN|SUPABASE|SMTP|MAIL)_/.test(name) && !Object.hasOwn(accepted, name),
  );
}

function readSupabase(env: Environment): Settings["supabase"] {
  const url = read(env, "SUPABASE_URL");
  const publishableKey = read(env, "SUPABASE_PUBLISHABLE_KEY");
  const secretKey = read(env, "SUPABASE_SECRET_KEY");
  if (url && publishableKey && secretKey) return { url, publishableKey, secretKey };
  const missing = SUPABASE_VARIABLES.filter((name) => !env[name]?.trim());
  if (missing.length === SUPABASE_VARIABLES.length) return undefined;
  throw new SettingsError(
    `${missing.join(" and ")}: not set. ${SUPABASE_VARIABLES.join(", ")} go together: set all three to use ` +
      "a Supabase of your own, or none of them to use the embedded one.",
  );
}

/** The hosts by which visitors, and this machine itself, address the site. */
const listHosts = (siteUrl: string, host: string, port: number) => [
  new URL(siteUrl).host,
  ...[host, "localhost", "127.0.0.1", "::1"].map(
    (name) => `${name.includes(":") ? `[${name}]` : name}:${port}`,
  ),
];

function readMail(env: Environment, isOwnSupabase: boolean): MailSettings | undefined {
  const smtpUrl = read(env, "SMTP_URL");
  const from = read(env, "MAIL_FROM");
  const confirmSignUps = read(env, "LECTERN_CONFIRM_SIGN_UPS") === "on";
  if (isOwnSupabase && (smtpUrl || confirmSignUps)) {
    throw new SettingsError(
      `${smtpUrl ? "SMTP_URL" : "LECTERN_CONFIRM_SIGN_UPS"}: cannot be used together with SUPABASE_URL, whose auth ` +
        "service has settings of its own for mails and for confirming addresses.",
    );
  }
  if (smtpUrl && from) return { smtpUrl, from, confirmSignUps };
  if (smtpUrl)
    throw new SettingsError("MAIL_FROM: not set. It is the address that mails of SMTP_URL are from.");
  if (confirmSignUps) {
    throw new SettingsError(
      "LECTERN_CONFIRM_SIGN_UPS: on needs SMTP_URL and MAIL_FROM, by which the link is sent that confirms an address.",
    );
  }
  return undefined;
}

/**
 * Reads and checks every setting. An empty variable counts as not set.
 * @throws {SettingsError} naming the variable, what was given (never a secret) and what is accepted.
 */
export function parseSettings(env: Environment): Settings {
  const port = read(env, "PORT") ?? 3000;
  const databaseUrl = read(env, "LECTERN_DATABASE_URL");
  const supabase = readSupabase(env);
  if (databaseUrl && supabase) {
    throw new SettingsError(
      "LECTERN_DATABASE_URL: cannot be used together with SUPABASE_URL, which brings its own database. Set one of them.",
    );
  }
  const importSliceSeconds = read(env, "LECTERN_IMPORT_SLICE_SECONDS");
  const accessToken = read(env, "SUPABASE_ACCESS_TOKEN");
  const metricsToken = read(env, "LECTERN_METRICS_TOKEN");
  const endpoint = read(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  const ratio = read(env, "OTEL_TRACES_SAMPLER_ARG") ?? 0.1;
  const cronSecret = read(env, "CRON_SECRET");
  const siteUrl = read(env, "SITE_URL");
  const host = read(env, "HOST") ?? "127.0.0.1";
  read(env, "LECTERN_LOG");
  const mail = readMail(env, supabase !== undefined);
  return {
    port,
    host,
    dataDir: read(env, "LECTERN_DATA_DIR") ?? ".lectern",
    seed: read(env, "LECTERN_SEED") ?? "presets",
    siteUrl: siteUrl ?? `http://localhost:${port}`,
    ...(siteUrl && { hosts: listHosts(siteUrl, host, port) }),
    ...(databaseUrl && { databaseUrl }),
    ...(supabase && { supabase }),
    ...(accessToken && { accessToken }),
    ...(metricsToken && { metricsToken }),
    ...(endpoint && { tracing: { endpoint, ratio } }),
    ...(cronSecret && { cronSecret }),
    ...(read(env, "LECTERN_CHECK_VIDEOS") === "thumbnails" && { checkVideos: "thumbnails" as const }),
    ...(mail && { mail }),
    // Browsers cannot reach the embedded backend.
    uploads: read(env, "LECTERN_UPLOADS") ?? (supabase ? "signed" : "app"),
    importLeaseSeconds: read(env, "LECTERN_IMPORT_LEASE_SECONDS") ?? 15,
    pageCheckMs: read(env, "LECTERN_PAGE_CHECK_MS") ?? 250,
    pageTimeoutMs: read(env, "LECTERN_PAGE_TIMEOUT_MS") ?? 300,
    pageCache: read(env, "LECTERN_PAGE_CACHE") ?? "process",
    drainSeconds: read(env, "LECTERN_DRAIN_SECONDS") ?? 0,
    standby: read(env, "LECTERN_STANDBY") !== "off",
    trustedProxies: read(env, "TRUSTED_PROXIES") ?? [],
    ...(importSliceSeconds && { importSliceSeconds }),
  };
}

/**
 * The address that visitors use, without a trailing slash. Needs no backend, so `next build` may call it.
 * @throws {SettingsError} when PORT or SITE_URL is set to something that is not accepted.
 */
export function getSiteUrl(): string {
  const { PORT, SITE_URL } = process.env;
  return parseSettings({ PORT, SITE_URL }).siteUrl;
}

/** Whether the installation sends mail: always, except with the embedded backend and no SMTP server. */
export function isMailSent(): boolean {
  return read(process.env, "LECTERN_MAIL") !== "off";
}

/** Whether this process is `next build` and not the running app. */
export function isBuild(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}

/** Whether this is a build without a backend. Its pages are rendered again when the app runs. */
export function isBuildWithoutBackend(): boolean {
  return isBuild() && !process.env.SUPABASE_URL;
}

let appEnv: AppEnv | undefined;

/**
 * The settings of the app's server code, read at the first call, because `next build` runs without them.
 * @throws {SettingsError} when the app runs without a backend.
 */
export function getAppEnv(): AppEnv {
  appEnv ??= readAppEnv();
  return appEnv;
}

function readAppEnv(): AppEnv {
  const settings = parseSettings({ ...process.env, LECTERN_DATABASE_URL: "" });
  if (!settings.supabase) {
    throw new SettingsError(`${SUPABASE_VARIABLES.join(", ")}: not set. Start the app with \`npm start\`.`);
  }
  const { url: supabaseUrl, publishableKey, secretKey } = settings.supabase;
  const ownUrl = read(process.env, "LECTERN_OWN_URL") ?? settings.siteUrl;
  const importSliceSeconds = settings.importSliceSeconds ?? (isWorkerd ? WORKERD_SLICE_SECONDS : undefined);
  return {
    ...settings,
    ownUrl,
    supabaseUrl,
    publishableKey,
    secretKey,
    ...(importSliceSeconds && { importSliceSeconds }),
  };
}
