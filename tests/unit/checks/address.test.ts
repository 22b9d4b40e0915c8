import { expect, test } from "vitest";
import { checkAddress } from "../../../scripts/checks/address.ts";
import { freePort } from "../../free-port.ts";
import { HEALTHY, startServer, targetAt } from "./server.ts";

const textAt = async (url: string, timeoutMs = 4_000) => {
  const { finding, mayPass } = await checkAddress(targetAt(url, { timeoutMs }));
  return { text: finding.text, state: finding.state, mayPass };
};

test("an address where all services answer is fine", async () => {
  const { url } = await startServer(HEALTHY);
  expect(await textAt(url)).toEqual({
    state: "fine",
    text: `${url} answers: auth, data and storage.`,
    mayPass: false,
  });
});

test("an address where nothing listens is worth another try", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await textAt(url)).toEqual({
    state: "wrong",
    text: `${url} does not answer (the connection is refused).`,
    mayPass: true,
  });
});

test("an address that accepts connections and stays silent is given up after the time of one request", async () => {
  const { url } = await startServer({ "*": "silence" });
  expect(await textAt(url, 100)).toEqual({
    state: "wrong",
    text: `${url} does not answer (no answer within 0.1 seconds).`,
    mayPass: true,
  });
});

test("services that are not ready are named, and worth another try", async () => {
  const notReady = { status: 503, json: { message: "starting" } };
  const { url } = await startServer({
    ...HEALTHY,
    "GET /rest/v1/catalogue_totals": notReady,
    "GET /storage/v1/bucket/csv-imports": { status: 429, json: {} },
  });
  expect(await textAt(url)).toEqual({
    state: "wrong",
    text: `At ${url}, data is not ready (answers 503) and storage is not ready (answers 429).`,
    mayPass: true,
  });
});

test("a paused project is called one", async () => {
  const { url } = await startServer({ "*": { status: 540, text: "paused" } });
  expect(await textAt(url)).toMatchObject({
    text: `${url} is a paused project (answers 540).`,
    mayPass: true,
  });
});

test("another program at the address is not waited for", async () => {
  const page = await startServer({ "*": { status: 200, text: "<html>Welcome</html>" } });
  expect(await textAt(page.url)).toEqual({
    state: "wrong",
    text: `${page.url} answers, but not as a Supabase does (200).`,
    mayPass: false,
  });
  const gateway = await startServer({ "*": { status: 404, json: { message: "no Route matched" } } });
  expect(await textAt(gateway.url)).toMatchObject({ state: "wrong", mayPass: false });
});

test("refused keys and missing tables are answers of a Supabase", async () => {
  const refused = await startServer({ "*": { status: 401, json: { message: "Invalid API key" } } });
  expect(await textAt(refused.url)).toMatchObject({ state: "fine" });
  const empty = await startServer({
    ...HEALTHY,
    "GET /rest/v1/catalogue_totals": { status: 404, json: { code: "PGRST205" } },
    "GET /storage/v1/bucket/csv-imports": { status: 404, json: { statusCode: "404" } },
  });
  expect(await textAt(empty.url)).toMatchObject({ state: "fine" });
});

test("an address that cannot be right is named without being asked", async () => {
  const { url, requests } = await startServer(HEALTHY);
  const { finding } = await checkAddress(targetAt(`${url}/rest/v1`));
  expect(finding).toEqual({
    state: "wrong",
    text: "SUPABASE_URL ends with the path of one service.",
    remedy: `Leave the path out: SUPABASE_URL=${url}`,
  });
  expect(await textAt("https://supabase.com/dashboard/project/abc")).toMatchObject({
    text: "SUPABASE_URL is the dashboard's address, not the project's.",
  });
  const withPassword = await textAt(url.replace("http://", "http://name:not-to-be-printed@"));
  expect(withPassword).toMatchObject({ text: "SUPABASE_URL has a name or password in it." });
  expect(requests).toEqual([]);
});
