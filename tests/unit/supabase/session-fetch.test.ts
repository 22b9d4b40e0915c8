import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { ServerResponse } from "node:http";
import { createChunks, stringToBase64URL } from "@supabase/ssr";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AuthUnavailableError, getAccount, identify } from "../../../lib/auth/identity.server.ts";
import { requestSession } from "../../../lib/supabase/session.server.ts";
import { reply, type ServiceCall, startAuthService } from "../auth-service.ts";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const publicJwk = { ...publicKey.export({ format: "jwk" }), kid: "1", alg: "ES256", key_ops: ["verify"] };
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);

/** Answers a token refresh; all other calls get the response of a healthy service. */
let answerRefresh: (response: ServerResponse) => void;

function answer({ path }: ServiceCall, response: ServerResponse): void {
  if (path.startsWith("/auth/v1/token?grant_type=refresh_token")) answerRefresh(response);
  else if (path === "/auth/v1/user") reply(response, 200, { id: "1", email: "ada@example.com" });
  else if (path === "/auth/v1/.well-known/jwks.json") reply(response, 200, { keys: [publicJwk] });
  else reply(response, 404, { message: `nothing at ${path}` });
}

const service = await startAuthService(answer);
afterAll(() => service.stop());
beforeAll(() => {
  vi.stubEnv("SUPABASE_URL", service.url);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "sb_publishable_1");
  vi.stubEnv("SUPABASE_SECRET_KEY", "sb_secret_1");
});
beforeEach(() => {
  service.calls.length = 0;
});

type Keys = "asymmetric" | "shared secret";

function createToken(keys: Keys, expiresAt: number): string {
  const header =
    keys === "asymmetric" ? { alg: "ES256", typ: "JWT", kid: "1" } : { alg: "HS256", typ: "JWT" };
  const claims = {
    sub: "1",
    email: "ada@example.com",
    role: "authenticated",
    exp: expiresAt,
    jti: Math.random(),
  };
  const body = `${encode(header)}.${encode(claims)}`;
  const signature =
    keys === "asymmetric"
      ? sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" })
      : createHmac("sha256", "shared").update(body).digest();
  return `${body}.${signature.toString("base64url")}`;
}

const sessionOf = (token: string, expiresAt: number) => ({
  access_token: token,
  refresh_token: `refresh-${token}`,
  token_type: "bearer",
  expires_in: 3600,
  expires_at: expiresAt,
  user: { id: "1", email: "ada@example.com" },
});

/** The client of a request whose session token expires at `expiresAt`, and the cookies that its response sets. */
function arrive(keys: Keys, expiresAt: number, token = createToken(keys, expiresAt)) {
  const session = `base64-${stringToBase64URL(JSON.stringify(sessionOf(token, expiresAt)))}`;
  const cookies = new Map(createChunks("lectern-session", session).map(({ name, value }) => [name, value]));
  const set: string[] = [];
  const { client, keepSession } = requestSession({
    headers: new Headers({ "x-forwarded-for": "203.0.113.7" }),
    cookies: {
      getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
      set: (name: string, value: string) => cookies.set(name, value),
    },
  } as never);
  const listSet = () => {
    keepSession({ cookies: { set: (name: string, value: string) => set.push(`${name}=${value}`) } } as never);
    return set;
  };
  return { client, listSet };
}

test.each<[Keys, string]>([
  ["asymmetric", "/auth/v1/.well-known/jwks.json"],
  ["shared secret", "/auth/v1/user"],
])(
  "the token of two requests of a page, signed with %s, is verified by one call of %s",
  async (keys, path) => {
    const token = createToken(keys, now() + 3600);
    for (const _request of [1, 2]) {
      const { client } = arrive(keys, now() + 3600, token);
      expect(await getAccount(client)).toEqual({ id: "1", email: "ada@example.com", hasGivenCode: false });
    }
    expect(service.calls.map((call) => call.path)).toEqual([path]);
  },
);

test("a token with a signature of another key is refused", async () => {
  const [header, claims] = createToken("asymmetric", now() + 3600).split(".");
  const { client } = arrive("asymmetric", now() + 3600, `${header}.${claims}.${"A".repeat(86)}`);
  expect(await getAccount(client)).toBeNull();
});

test("a session at its end is renewed, and the auth service told the visitor's address with the secret key", async () => {
  const renewed = createToken("shared secret", now() + 3600);
  answerRefresh = (response) => reply(response, 200, sessionOf(renewed, now() + 3600));
  const { client, listSet } = arrive("shared secret", now() - 10);
  expect(await getAccount(client)).toMatchObject({ id: "1" });
  const refresh = service.calls.find(({ path }) => path.includes("refresh_token"));
  expect(refresh?.headers).toMatchObject({ "sb-forwarded-for": "203.0.113.7", apikey: "sb_secret_1" });
  const user = service.calls.find(({ path }) => path === "/auth/v1/user");
  expect(user?.headers).toMatchObject({ apikey: "sb_publishable_1", authorization: `Bearer ${renewed}` });
  expect(user?.headers["sb-forwarded-for"]).toBeUndefined();
  expect(listSet().some((cookie) => /^lectern-session\S*=base64-/.test(cookie))).toBe(true);
});

test("requests of a page that renew its session at the same time share one call, and each gets the session", async () => {
  const renewed = createToken("shared secret", now() + 3600);
  const arrived = Promise.withResolvers<ServerResponse>();
  answerRefresh = arrived.resolve;
  const token = createToken("shared secret", now() - 10);
  const requests = [1, 2, 3].map(() => arrive("shared secret", now() - 10, token));
  const accounts = Promise.all(requests.map(({ client }) => getAccount(client)));
  reply(await arrived.promise, 200, sessionOf(renewed, now() + 3600));
  expect(await accounts).toMatchObject([{ id: "1" }, { id: "1" }, { id: "1" }]);
  expect(service.calls.filter(({ path }) => path.includes("refresh_token"))).toHaveLength(1);
  for (const { listSet } of requests) expect(listSet().join()).toContain("lectern-session");
});

test("what an account changes of its own is limited by the visitor's address too, and stays the account's", async () => {
  const token = createToken("shared secret", now() + 3600);
  const { client } = arrive("shared secret", now() + 3600, token);
  await client.auth.updateUser({ password: "another good password" });
  const [change] = service.calls.filter(({ path }) => path.startsWith("/auth/v1/user"));
  expect(change?.headers).toMatchObject({
    apikey: "sb_secret_1",
    authorization: `Bearer ${token}`,
    "sb-forwarded-for": "203.0.113.7",
  });
});

test.each<[string, (response: ServerResponse) => void, number]>([
  ["a limit", (response) => reply(response, 429, { code: "over_request_rate_limit", message: "slow" }), 429],
  ["a page of a proxy", (response) => response.writeHead(200).end("<html>Please wait</html>"), 503],
  ["a page that is not there", (response) => response.writeHead(404).end("not found"), 503],
  ["an unknown error", (response) => reply(response, 400, { code: "something_new", message: "?" }), 503],
])(
  "a refresh answered by %s leaves the session as it is, and is known at once",
  async (_name, refuse, status) => {
    answerRefresh = refuse;
    for (const ask of [getAccount, identify]) {
      const { client, listSet } = arrive("shared secret", now() - 10);
      const error = await ask(client).catch((error) => error);
      expect(error).toBeInstanceOf(AuthUnavailableError);
      expect(error.status).toBe(status);
      expect(listSet()).toEqual([]);
    }
    expect(service.calls.filter(({ path }) => path.includes("refresh_token"))).toHaveLength(2);
  },
);

test.each<[string, (response: ServerResponse) => void]>([
  ["an outage", (response) => reply(response, 503, { message: "down" })],
  ["nothing", (response) => response.destroy()],
])(
  "a refresh answered by %s is tried for ten seconds and leaves the session as it is",
  async (_name, refuse) => {
    answerRefresh = refuse;
    let seconds = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => seconds++ * 1000);
    try {
      const { client, listSet } = arrive("shared secret", now() - 10);
      const error = await getAccount(client).catch((error) => error);
      expect(error).toBeInstanceOf(AuthUnavailableError);
      expect(error.status).toBe(503);
      expect(listSet()).toEqual([]);
      const tries = service.calls.filter(({ path }) => path.includes("refresh_token")).length;
      expect(tries).toBeGreaterThan(2);
      expect(tries).toBeLessThan(20);
    } finally {
      clock.mockRestore();
    }
  },
);

test("a session near its end is good until then, though its refresh fails", async () => {
  answerRefresh = (response) => reply(response, 429, { code: "over_request_rate_limit", message: "slow" });
  const { client, listSet } = arrive("shared secret", now() + 60);
  expect(await getAccount(client)).toMatchObject({ id: "1" });
  expect(listSet()).toEqual([]);
});

test.each(["refresh_token_not_found", "session_expired", "user_banned"])(
  "a refresh refused with %s ends the session",
  async (code) => {
    answerRefresh = (response) => reply(response, 400, { code, message: "no" });
    const { client, listSet } = arrive("shared secret", now() - 10);
    expect(await getAccount(client)).toBeNull();
    expect(listSet()).toContain("lectern-session=");
  },
);
