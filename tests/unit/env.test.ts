import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { listUnknownSettings, parseSettings, SettingsError } from "../../lib/env.ts";

const SUPABASE = {
  SUPABASE_URL: "https://project.example.org/",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
};

test("nothing has to be set", () => {
  expect(parseSettings({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    drainSeconds: 0,
    standby: true,
    pageCheckMs: 250,
    pageTimeoutMs: 300,
    pageCache: "process",
    dataDir: ".lectern",
    seed: "presets",
    importLeaseSeconds: 15,
    trustedProxies: [],
    siteUrl: "http://localhost:3000",
    uploads: "app",
  });
});

test("everything can be set, and an address loses the slash at its end", () => {
  const env = {
    PORT: "8080",
    HOST: "0.0.0.0",
    LECTERN_DATA_DIR: "/srv/lectern",
    LECTERN_SEED: "none",
    SITE_URL: "https://lectern.example.org/",
    LECTERN_DATABASE_URL: "postgresql://lectern:pass@db/lectern",
    LECTERN_IMPORT_LEASE_SECONDS: "2",
    LECTERN_PAGE_CHECK_MS: "1000",
    LECTERN_PAGE_TIMEOUT_MS: "2000",
    LECTERN_PAGE_CACHE: "host",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.org:4318/",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
    LECTERN_METRICS_TOKEN: "d2hhdCBub2JvZHkga25vd3M=",
    CRON_SECRET: "d2hhdCBpcyBkdWU=",
    TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8 2001:db8::/32",
    SMTP_URL: "smtps://lectern:pass@mail.example.org",
    MAIL_FROM: "Lectern <lectern@example.org>",
    LECTERN_CONFIRM_SIGN_UPS: "on",
  };
  expect(parseSettings(env)).toEqual({
    port: 8080,
    host: "0.0.0.0",
    dataDir: "/srv/lectern",
    importLeaseSeconds: 2,
    pageCheckMs: 1000,
    pageTimeoutMs: 2000,
    pageCache: "host",
    tracing: { endpoint: "https://collector.example.org:4318", ratio: 0.5 },
    metricsToken: "d2hhdCBub2JvZHkga25vd3M=",
    cronSecret: "d2hhdCBpcyBkdWU=",
    drainSeconds: 0,
    standby: true,
    trustedProxies: ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"],
    seed: "none",
    siteUrl: "https://lectern.example.org",
    hosts: ["lectern.example.org", "0.0.0.0:8080", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"],
    databaseUrl: "postgresql://lectern:pass@db/lectern",
    uploads: "app",
    mail: {
      smtpUrl: "smtps://lectern:pass@mail.example.org",
      from: "Lectern <lectern@example.org>",
      confirmSignUps: true,
    },
  });
});

test("the site's address follows the port", () => {
  expect(parseSettings({ PORT: "4000" }).siteUrl).toBe("http://localhost:4000");
});

test("an empty variable counts as not set", () => {
  expect(parseSettings({ PORT: "", SITE_URL: " ", LECTERN_SEED: "", SUPABASE_URL: "" })).toEqual(
    parseSettings({}),
  );
});

test("a Supabase of one's own", () => {
  expect(parseSettings(SUPABASE).supabase).toEqual({
    url: "https://project.example.org",
    publishableKey: "sb_publishable_1",
    secretKey: "sb_secret_1",
  });
});

describe("what is not accepted is refused with the variable's name, what was given, and what is accepted", () => {
  test.each([
    ["PORT", "0", "1 to 65535"],
    ["PORT", "65536", "1 to 65535"],
    ["PORT", "80a", "1 to 65535"],
    ["PORT", "3000.5", "1 to 65535"],
    ["PORT", "3000.0", "1 to 65535"],
    ["PORT", "1e3", "1 to 65535"],
    ["PORT", "0x1F", "1 to 65535"],
    ["PORT", "+80", "1 to 65535"],
    ["HOST", "my host", "listen on"],
    ["LECTERN_SEED", "all", '"presets" or "none"'],
    ["SITE_URL", "lectern.example.org", "http:// or https://"],
    ["SITE_URL", "ftp://lectern.example.org", "http:// or https://"],
    ["SITE_URL", "https://example.org/lectern", "has no path"],
    ["SUPABASE_URL", "project", "http:// or https://"],
    ["LECTERN_UPLOADS", "direct", '"app" or "signed"'],
    ["LECTERN_IMPORT_SLICE_SECONDS", "0", "1 to 3600"],
    ["LECTERN_IMPORT_SLICE_SECONDS", "1e2", "1 to 3600"],
    ["LECTERN_IMPORT_LEASE_SECONDS", "0x1F", "1 to 3600"],
    ["LECTERN_PAGE_CHECK_MS", "0b1", "up to 60000"],
    ["LECTERN_PAGE_TIMEOUT_MS", "1e2", "1 to 60000"],
    ["LECTERN_DRAIN_SECONDS", "1e2", "up to 600"],
    ["MAIL_FROM", "lectern", "a name and an address"],
    ["MAIL_FROM", "Lectern <lectern>", "a name and an address"],
    ["LECTERN_CONFIRM_SIGN_UPS", "yes", '"on" or "off"'],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "http:// or https://"],
    ["OTEL_TRACES_SAMPLER_ARG", "10", "from 0 to 1"],
    ["OTEL_TRACES_SAMPLER_ARG", "1e-1", "from 0 to 1"],
    ["TRUSTED_PROXIES", "127.0.0.1, proxy.example.org", "10.0.0.0/8"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.0/8"],
  ])("%s=%s", (name, given, accepted) => {
    const refusal = refusalOf({ ...SUPABASE, [name]: given });
    expect(refusal).toMatch(new RegExp(`^${name}: `));
    expect(refusal).toContain(JSON.stringify(given));
    expect(refusal).toContain(accepted);
  });
});

test("uploads go straight to a Supabase of one's own, unless told otherwise", () => {
  expect(parseSettings(SUPABASE).uploads).toBe("signed");
  expect(parseSettings({ ...SUPABASE, LECTERN_UPLOADS: "app" }).uploads).toBe("app");
});

test("an import is not cut into slices, unless told otherwise", () => {
  expect(parseSettings({}).importSliceSeconds).toBeUndefined();
  expect(parseSettings({ LECTERN_IMPORT_SLICE_SECONDS: "20" }).importSliceSeconds).toBe(20);
});

test("a secret that is refused is not repeated", () => {
  const refusal = refusalOf({ LECTERN_DATABASE_URL: "mysql://lectern:pa55word@db/lectern" });
  expect(refusal).toMatch(/^LECTERN_DATABASE_URL: .*postgres:\/\//);
  expect(refusal).not.toContain("pa55word");
});

test.each([
  "https://ada:pa55word@example.org",
  "https://ada@example.org",
  "https://:pa55word@example.org/",
  "ada:pa55word@example.org",
])("the site's address is shown to everyone and has no user name or password, unlike %s", (address) => {
  const refusal = refusalOf({ SITE_URL: address });
  expect(refusal).toMatch(/^SITE_URL: what was given is not accepted; .*no path, user name or password\.$/);
});

test("the address of a collector of traces may have a password", () => {
  const endpoint = "https://ada:pa55word@example.org";
  expect(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing?.endpoint).toBe(endpoint);
});

test("a token for the metrics that can be guessed is refused, and not repeated", () => {
  const refusal = refusalOf({ LECTERN_METRICS_TOKEN: "pa55word" });
  expect(refusal).toMatch(/^LECTERN_METRICS_TOKEN: .*at least 16/);
  expect(refusal).not.toContain("pa55word");
});

test("the address of an SMTP server is refused without its password", () => {
  const refusal = refusalOf({
    SMTP_URL: "http://lectern:pa55word@mail.example.org",
    MAIL_FROM: "a@example.org",
  });
  expect(refusal).toMatch(/^SMTP_URL: what was given is not accepted; .*smtp:\/\//);
  expect(refusal).not.toContain("pa55word");
});

test.each([
  [{ SMTP_URL: "smtp://mail.example.org" }, "MAIL_FROM: not set."],
  [{ LECTERN_CONFIRM_SIGN_UPS: "on" }, "LECTERN_CONFIRM_SIGN_UPS: on needs SMTP_URL"],
  [
    { LECTERN_CONFIRM_SIGN_UPS: "on", MAIL_FROM: "a@example.org" },
    "LECTERN_CONFIRM_SIGN_UPS: on needs SMTP_URL",
  ],
  [
    { ...SUPABASE, SMTP_URL: "smtp://mail.example.org", MAIL_FROM: "a@example.org" },
    "SMTP_URL: cannot be used together with SUPABASE_URL",
  ],
  [{ ...SUPABASE, LECTERN_CONFIRM_SIGN_UPS: "on" }, "LECTERN_CONFIRM_SIGN_UPS: cannot be used together"],
])("settings of mails that do not go together are refused: %j", (env, refusal) => {
  expect(refusalOf(env)).toContain(refusal);
});

test.each(Object.keys(SUPABASE))("without %s the other two are refused", (missing) => {
  expect(refusalOf({ ...SUPABASE, [missing]: undefined })).toMatch(new RegExp(`^${missing}: not set\\.`));
});

test("two databases at once are refused", () => {
  const refusal = refusalOf({ ...SUPABASE, LECTERN_DATABASE_URL: "postgres://db/lectern" });
  expect(refusal).toMatch(/^LECTERN_DATABASE_URL: cannot be used together with SUPABASE_URL/);
});

test("names that look like settings and are none are listed, and none of the example's are", async () => {
  const example = await readFile(new URL("../../.env.example", import.meta.url), "utf8");
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(names).toContain("LECTERN_DATA_DIR");
  expect(listUnknownSettings([...names, "LECTERN_DATADIR", "SUPABASE_SECRET", "EDITOR", "toString"])).toEqual(
    ["LECTERN_DATADIR", "SUPABASE_SECRET"],
  );
});

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error("It was accepted.");
}
