import { expect, test } from "vitest";
import { checkKeys } from "../../../scripts/checks/keys.ts";
import { HEALTHY, legacyKey, PUBLISHABLE, SECRET, startServer, targetAt } from "./server.ts";

const PROJECT = "abcdefghijklmnopqrst";
const OTHER = "zyxwvutsrqponmlkjihg";
const at = `https://${PROJECT}.supabase.co`;

const textsOf = async (url: string, publishableKey: string, secretKey: string) =>
  (await checkKeys(targetAt(url, { publishableKey, secretKey, timeoutMs: 1 }))).map(({ text }) => text);

test("keys that are accepted are fine, the older ones too", async () => {
  const { url } = await startServer(HEALTHY);
  const accepted = ["The publishable key is accepted.", "The secret key is accepted."];
  const texts = async (publishableKey: string, secretKey: string) =>
    (await checkKeys(targetAt(url, { publishableKey, secretKey }))).map(({ text }) => text);
  expect(await texts(PUBLISHABLE, SECRET)).toEqual(accepted);
  expect(await texts(legacyKey({ role: "anon" }), legacyKey({ role: "service_role" }))).toEqual(accepted);
});

test("a key in the place of the other is named without being sent", async () => {
  const { url, requests } = await startServer(HEALTHY);
  const swapped = [
    "SUPABASE_PUBLISHABLE_KEY holds a secret key.",
    "SUPABASE_SECRET_KEY holds a key that may be published.",
  ];
  expect(await textsOf(url, SECRET, PUBLISHABLE)).toEqual(swapped);
  expect(await textsOf(url, legacyKey({ role: "service_role" }), legacyKey({ role: "anon" }))).toEqual(
    swapped,
  );
  expect(requests).toEqual([]);
});

test("an older key of another project, and one that has expired, are named", async () => {
  const anon = legacyKey({ role: "anon", ref: OTHER });
  const service = legacyKey({ role: "service_role", ref: PROJECT, exp: 1_000_000_000 });
  expect(await textsOf(at, anon, service)).toEqual([
    `SUPABASE_PUBLISHABLE_KEY is of the project ${OTHER}, SUPABASE_URL of ${PROJECT}.`,
    "SUPABASE_SECRET_KEY has expired.",
  ]);
});

test("a key that the gateway refuses is wrong, switched off or of another project", async () => {
  const refused = { status: 401, json: { message: "Invalid API key" } };
  const { url } = await startServer({ ...HEALTHY, "POST /rest/v1/rpc/applied_migrations": refused });
  const [publishable, secret] = await checkKeys(targetAt(url));
  expect(publishable).toMatchObject({ state: "fine" });
  expect(secret).toMatchObject({
    state: "wrong",
    text: `SUPABASE_SECRET_KEY is not accepted by ${url}: it is wrong, switched off or of another project.`,
  });
});

test("a key that is accepted without the rights of the service role is wrong", async () => {
  const denied = { status: 403, json: { code: "42501", message: "permission denied" } };
  const { url } = await startServer({ ...HEALTHY, "POST /rest/v1/rpc/applied_migrations": denied });
  expect((await checkKeys(targetAt(url)))[1]).toMatchObject({
    state: "wrong",
    text: "SUPABASE_SECRET_KEY is accepted, but not as the service role's.",
  });
});

test("a key is not called wrong where the service stopped answering", async () => {
  const { url } = await startServer({ "*": { status: 502, text: "Bad gateway" } });
  expect((await checkKeys(targetAt(url))).map(({ state }) => state)).toEqual(["unknown", "unknown"]);
});
