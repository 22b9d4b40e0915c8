import { expect, test } from "vitest";
import { checkMailLinks } from "../../../scripts/checks/mails.ts";
import { checkMigrations } from "../../../scripts/checks/migrations.ts";
import { checkProjectSettings } from "../../../scripts/checks/project-settings.ts";
import { checkStorage } from "../../../scripts/checks/storage.ts";
import { HEALTHY, legacyKey, type Replies, startServer, targetAt } from "./server.ts";

const targetWith = async (replies: Replies) => targetAt((await startServer({ ...HEALTHY, ...replies })).url);
const noFunction = { status: 404, json: { code: "PGRST202" } };
const hosted = targetAt("https://abcdefghijklmnopqrst.supabase.co");

test("a database without tables has no migrations, one without the newest function is older than the app", async () => {
  const functions = { "POST /rest/v1/rpc/applied_migrations": noFunction };
  const tables = { "GET /rest/v1/catalogue_totals": { status: 404, json: { code: "PGRST205" } } };
  expect(await checkMigrations(await targetWith({ ...functions, ...tables }), ".")).toMatchObject({
    state: "wrong",
    text: "The migrations are missing: the database has no table of Lectern.",
    remedy: "Run `npx supabase@3 db push --remote=postgres://…` with the address of its database.",
  });
  expect(await checkMigrations(await targetWith(functions), ".")).toMatchObject({
    state: "wrong",
    text: "The migrations of the database are older than the app.",
  });
});

test("a bucket that takes what the product promises is fine, and nothing is made to find out", async () => {
  const server = await startServer(HEALTHY);
  expect(await checkStorage(targetAt(server.url))).toEqual({
    state: "fine",
    text: "The bucket csv-imports takes files of 100 MB.",
  });
  const withoutBucket = await startServer({ "*": { status: 400, json: { statusCode: "404" } } });
  expect(await checkStorage(targetAt(withoutBucket.url))).toMatchObject({
    state: "wrong",
    text: "The bucket csv-imports is missing, so imports cannot be uploaded.",
  });
  expect(withoutBucket.requests).toEqual(["GET /storage/v1/bucket/csv-imports"]);
});

test("a bucket's limit above the project's is wrong, in both ways that storages say so", async () => {
  for (const reply of [
    { status: 413, json: { statusCode: "413", error: "Payload too large" } },
    { status: 400, json: { statusCode: "413", error: "Payload too large" } },
  ]) {
    expect(await checkStorage(await targetWith({ "POST /storage/v1/bucket": reply }))).toMatchObject({
      state: "wrong",
      text: "The bucket's limit of 100 MB is above the project's: larger files are refused.",
    });
  }
});

test("a bucket that is public, or smaller than the product promises, is wrong", async () => {
  const bucket = (more: object) => ({
    "GET /storage/v1/bucket/csv-imports": { status: 200, json: { id: "csv-imports", ...more } },
  });
  expect(await checkStorage(await targetWith(bucket({ public: true })))).toMatchObject({
    state: "wrong",
    text: "The bucket csv-imports is public: everyone can read files that are imported.",
  });
  expect(await checkStorage(await targetWith(bucket({ file_size_limit: 52428800 })))).toMatchObject({
    state: "wrong",
    text: "The bucket csv-imports takes files of 50 MB, the product files of 100 MB.",
  });
  expect(await checkStorage(await targetWith(bucket({ file_size_limit: null })))).toMatchObject({
    state: "fine",
  });
});

test("links in mails have to lead where visitors are", async () => {
  expect(await checkMailLinks(await targetWith({}))).toEqual({
    state: "fine",
    text: "Links in mails lead to https://lectern.example.org; sign-up waits for one.",
  });
  const elsewhere = { status: 303, location: "http://localhost:3000#error=access_denied" };
  expect(await checkMailLinks(await targetWith({ "GET /auth/v1/verify": elsewhere }))).toMatchObject({
    state: "wrong",
    text: "Links in mails lead to http://localhost:3000, visitors use https://lectern.example.org.",
  });
  const withoutRedirect = { "GET /auth/v1/verify": { status: 429, json: {} } };
  expect(await checkMailLinks(await targetWith(withoutRedirect))).toMatchObject({ state: "unknown" });
});

test("mail templates, address forwarding and changes of passwords are checked with an access token, and not guessed without", async () => {
  expect(await checkProjectSettings(hosted, undefined)).toMatchObject([
    { state: "unknown", text: "Mail templates and IP address forwarding cannot be read with the keys." },
  ]);
  const settings = async (json: object) => {
    const path = "GET /v1/projects/abcdefghijklmnopqrst/config/auth";
    const { url } = await startServer({ [path]: { status: 200, json } });
    return checkProjectSettings(hosted, "sbp_not-to-be-printed", url);
  };
  const link = '<a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=email">';
  const good = {
    mailer_templates_confirmation_content: link,
    mailer_templates_recovery_content: link,
    mailer_templates_magic_link_content: link,
    mailer_templates_email_change_content: link,
    security_sb_forwarded_for_enabled: true,
  };
  expect(await settings(good)).toMatchObject([{ state: "fine" }, { state: "fine" }]);
  const withPasswords = (isRequired: boolean) =>
    settings({ ...good, security_update_password_require_current_password: isRequired });
  expect((await withPasswords(true))[2]).toMatchObject({ state: "fine" });
  expect((await withPasswords(false))[2]).toMatchObject({
    state: "wrong",
    text: "The auth service sets a new password for any valid access token, without the old password.",
  });
  expect(
    await settings({
      mailer_templates_confirmation_content: `${link} or <a href="{{ .ConfirmationURL }}">`,
      mailer_templates_recovery_content: null,
      mailer_templates_magic_link_content: link,
      mailer_templates_email_change_content: link,
    }),
  ).toMatchObject([
    {
      state: "wrong",
      text: "Mail templates carry codes, which are good only in the browser that asked: Confirm signup, Reset password.",
    },
    { state: "wrong" },
  ]);
});

test("an access token that is refused says so", async () => {
  const { url } = await startServer({ "*": { status: 401, json: { message: "Unauthorized" } } });
  expect(await checkProjectSettings(hosted, "sbp_not-to-be-printed", url)).toEqual([
    {
      state: "unknown",
      text: "The project's settings cannot be read: it answers 401.",
      remedy: "Check SUPABASE_ACCESS_TOKEN.",
    },
  ]);
});

test("an older secret key of a hosted project has no visitor's address believed", async () => {
  const older = { ...hosted, secretKey: legacyKey({ role: "service_role" }) };
  expect((await checkProjectSettings(older, undefined))[0]).toMatchObject({
    state: "wrong",
    text: "The secret key is an older one, with which the auth service counts all visitors as one.",
  });
});
