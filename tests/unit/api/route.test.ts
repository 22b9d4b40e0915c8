import { redirect } from "next/navigation";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { json } from "../../../lib/api/json.ts";
import { methodNotAllowed, roleOf, route } from "../../../lib/api/route.server.ts";
import { type AccountRole, accountRoles } from "../../../lib/auth/roles.ts";
import { toError } from "../../../lib/supabase/responses.ts";

const account = vi.hoisted(() => ({ current: null as AccountRole | { status: number } | null }));

// Sessions are tested with the running product; here the test sets the caller.
vi.mock("../../../lib/supabase/session.server.ts", () => ({
  SESSION_COOKIE: "lectern-session",
  sessionClient: async () => ({ name: "the user's client" }),
  removeSessionFlag: async () => {},
}));
vi.mock("../../../lib/auth/identity.server.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../../lib/auth/identity.server.ts")>();
  const getAccount = async () => {
    const { current } = account;
    if (current instanceof Object) {
      throw new original.AuthUnavailableError({ ...current, message: "no answer" });
    }
    return current && { id: "1" };
  };
  const getViewer = async () => ({ id: "1", role: account.current });
  return { ...original, getAccount, readUser: getAccount, getViewer };
});
vi.stubEnv("SITE_URL", "https://lectern.example");
for (const name of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) vi.stubEnv(name, "a-secret-key");
vi.stubEnv("SUPABASE_URL", "https://supabase.example");
vi.stubEnv("CRON_SECRET", "known-to-the-timer");

afterEach(() => {
  account.current = null;
  vi.restoreAllMocks();
});

type Sent = { method?: string; headers?: Record<string, string>; body?: string; query?: string };
type Handler = ReturnType<typeof route>;

const OURS = { origin: "https://lectern.example" };
const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];

/** The status and JSON of a response to a request, with the parameters of the address. */
async function call(handler: Handler, { query = "", ...sent }: Sent = {}, params = {}) {
  const request = new Request(`https://lectern.example/api/tried${query}`, sent);
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

const ok = () => json({ ok: true });

test.each(["visitor", "user", "admin"] as const)(
  "a page of another site cannot change anything through a route for role %s",
  async (role) => {
    account.current = "admin";
    const handle = vi.fn(ok);
    const foreign = ["https://evil.example", "null", "", "http://lectern.example"];
    for (const method of CHANGING) {
      for (const headers of [{}, ...foreign.map((origin) => ({ origin }))]) {
        const { status, json } = await call(route({ role }, handle), { method, headers });
        expect([status, json.message]).toEqual([403, "Requests from other sites are not allowed"]);
      }
      expect((await call(route({ role }, ok), { method, headers: OURS })).status).toBe(200);
    }
    expect(handle).not.toHaveBeenCalled();
    expect((await call(route({ role }, ok))).status).toBe(200);
  },
);

test("a route for users gives its handler the user and the client of the session, and refuses visitors", async () => {
  const handler = route({ role: "user" }, ({ client, user }) => json({ client, user }));
  const refused = await call(handler);
  expect([refused.status, refused.json.message]).toEqual([401, "User not authenticated"]);
  account.current = "user";
  expect((await call(handler)).json).toEqual({ client: { name: "the user's client" }, user: { id: "1" } });
});

test.each([
  ["admin", "This is for administrators only", ["admin"]],
  ["editor", "This is for administrators and editors only", ["admin", "editor"]],
  ["viewer", "This is for administrators, editors and viewers only", ["admin", "editor", "viewer"]],
] as const)(
  "a route for the role %s refuses visitors with 401, and others with 403",
  async (role, said, enough) => {
    const handler = route({ role }, ok);
    const visitor = await call(handler);
    expect([visitor.status, visitor.json.message]).toEqual([401, "Not authenticated"]);
    for (const held of accountRoles) {
      account.current = held;
      const { status, json } = await call(handler);
      if (enough.some((one) => one === held)) expect(status, held).toBe(200);
      else expect([status, json.message], held).toEqual([403, said]);
    }
  },
);

test.each([
  [429, 429, "60", "Too many requests at the moment. Please try again in a minute."],
  [0, 503, "10", "Your account could not be reached. Please try again in a moment."],
])(
  "a caller whom the auth service cannot verify (status %d) is asked to try again",
  async (status, ...expected) => {
    vi.spyOn(console, "error").mockReturnValue();
    account.current = { status };
    for (const role of ["user", "admin"] as const) {
      const refused = await call(route({ role }, ok));
      expect([refused.status, refused.headers.get("retry-after"), refused.json.message]).toEqual(expected);
    }
  },
);

test("a backend that is away or full is answered with 503, and only who can import is told of the disk", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  account.current = "admin";
  const ask = (role: "visitor" | "user" | "editor" | "admin", refused: { status: number; code?: string }) =>
    call(
      route({ role }, () => {
        throw toError(
          { status: refused.status, error: { message: "/srv/data", ...refused } },
          "A thing was not read",
        );
      }),
    );
  const later = "The server cannot answer at the moment. Please try again.";
  for (const role of ["visitor", "user", "editor", "admin"] as const) {
    for (const status of [0, 500, 503, 520]) {
      const { json, headers, ...answer } = await ask(role, { status });
      expect([answer.status, json.message, headers.get("retry-after")]).toEqual([503, later, "10"]);
    }
    const lookedInVain = await ask(role, { status: 404, code: "PGRST202" });
    expect([lookedInVain.status, lookedInVain.json.message]).toEqual([503, later]);
    const full = await ask(role, { status: 500, code: "53100" });
    const told =
      role === "admin" || role === "editor"
        ? "The disk of the server is full. Once there is room again, please try again."
        : later;
    expect([full.status, full.json.message]).toEqual([503, told]);
  }
  expect((await ask("admin", { status: 400, code: "22000" })).status).toBe(500);
});

test("who loses a role during a call is told which role it needs", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  account.current = "admin";
  const refused = { status: 403, error: { code: "42501", message: "not for this account" } };
  const refusing = (role: "user" | "editor" | "admin") =>
    call(
      route({ role }, () => {
        throw toError(refused, "The role could not be changed");
      }),
    );
  expect(await refusing("admin")).toMatchObject({
    status: 403,
    json: { message: "This is for administrators only" },
  });
  expect((await refusing("editor")).json.message).toBe("This is for administrators and editors only");
  expect((await refusing("user")).status).toBe(500);
  expect(logged).toHaveBeenCalledWith("The role could not be changed: not for this account");
});

test("a route by bearer token gives its handler the token, from any origin", async () => {
  const handler = route({ role: "bearer" }, ({ token }) => json({ token }));
  const ask = async (authorization: string) =>
    (await call(handler, { method: "POST", headers: { authorization, origin: "https://evil.example" } }))
      .json;
  expect(await ask("Bearer a.b.c")).toEqual({ token: "a.b.c" });
  expect(await ask("Basic a.b.c")).toEqual({ token: null });
});

test("a route of the host's timer asks for the token that the operator has given it", async () => {
  const handler = route({ role: "scheduler" }, ok);
  const ask = async (authorization?: string) =>
    (await call(handler, { headers: authorization ? { authorization } : {} })).status;
  expect(await ask("Bearer known-to-the-timer")).toBe(200);
  for (const wrong of [undefined, "", "Bearer", "Bearer ", "known-to-the-timer", "Bearer known-to-the-time"])
    expect(await ask(wrong)).toBe(401);
});

test("a body that does not match its schema is refused with what is wrong with it", async () => {
  const body = z.strictObject({ name: z.string("A name, please") });
  const handler = route({ role: "visitor", body }, ({ body }) => json(body));
  const send = (text?: string) => call(handler, { method: "POST", headers: OURS, body: text });
  expect((await send('{"name":"Ada"}')).json).toEqual({ name: "Ada" });
  const wrong = await send('{"name":1}');
  expect([wrong.status, wrong.json.message]).toEqual([400, "A name, please"]);
  // For the others the schema has no words.
  for (const text of ['{"name":"Ada","more":1}', "[]", undefined, "", "{"]) {
    const { status, json } = await send(text);
    expect([status, json.message]).toEqual([400, "The request is not valid"]);
  }
});

test("a sender who leaves in the middle of a body is no error to be logged", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
  const init = { method: "POST", headers: OURS, body, duplex: "half" } as RequestInit;
  const handler = route({ role: "visitor", body: z.strictObject({ name: z.string() }) }, ok);
  const request = new Request("https://lectern.example/api/tried", init);
  expect((await handler(request, { params: Promise.resolve({}) })).ok).toBe(false);
  expect(logged).not.toHaveBeenCalled();
});

test("a body that is too long is refused, and a route may allow a longer one", async () => {
  const body = z.strictObject({ name: z.string() });
  const long = { method: "POST", headers: OURS, body: JSON.stringify({ name: "x".repeat(10_000) }) };
  expect((await call(route({ role: "visitor", body }, ok), long)).status).toBe(413);
  expect((await call(route({ role: "visitor", body, maxBytes: 20_000 }, ok), long)).status).toBe(200);
});

test("parameters of the address are checked by their schemas", async () => {
  const query = z.object({ page: z.coerce.number().int().default(1) });
  const params = z.object({ id: z.uuid("There is no such thing") });
  const handler = route({ role: "visitor", query, params }, ({ query, params }) => json({ query, params }));
  const id = "6f1c1f6e-0000-4000-8000-000000000000";
  expect((await call(handler, {}, { id })).json).toEqual({ query: { page: 1 }, params: { id } });
  expect((await call(handler, { query: "?page=3" }, { id })).json.query).toEqual({ page: 3 });
  const badQuery = await call(handler, { query: "?page=x" }, { id });
  expect([badQuery.status, badQuery.json.message]).toEqual([400, "The request is not valid"]);
  const badParams = await call(handler, {}, { id: "x" });
  expect([badParams.status, badParams.json.message]).toEqual([404, "There is no such thing"]);
});

test("an unexpected error is logged, and its caller is told nothing of it", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const error = new Error("password of the database");
  const failing = route({ role: "visitor" }, () => {
    throw error;
  });
  const { status, json } = await call(failing);
  expect([status, json]).toEqual([500, { message: "Something went wrong. Please try again." }]);
  expect(logged).toHaveBeenCalledWith(error);
});

test("a handler may redirect", async () => {
  const handler = route({ role: "visitor" }, () => redirect("/"));
  await expect(call(handler)).rejects.toThrow("NEXT_REDIRECT");
});

test("responses are private and not stored, unless the handler says otherwise", async () => {
  const cacheControl = async (handler: Handler) => (await call(handler)).headers.get("cache-control");
  expect(await cacheControl(route({ role: "visitor" }, ok))).toBe("private, no-store");
  expect(await cacheControl(route({ role: "user" }, ok))).toBe("private, no-store");
  const shared = route({ role: "visitor" }, () => json({}, 200, { "Cache-Control": "no-cache" }));
  expect(await cacheControl(shared)).toBe("no-cache");
});

test("a method that an address does not have is refused with the one it has", async () => {
  const { status, json, headers } = await call(methodNotAllowed("POST", "POST, please"), { method: "PUT" });
  expect([status, json, headers.get("allow")]).toEqual([405, { message: "POST, please" }, "POST"]);
});

test("a handler tells its role, and one that route() did not make has none", () => {
  expect(roleOf(route({ role: "admin" }, ok))).toBe("admin");
  expect(roleOf(async () => ok())).toBeUndefined();
});

test("a text that PostgreSQL cannot store is refused, wherever it is in a body", async () => {
  const body = z.object({ name: z.string(), tags: z.array(z.string()).optional() });
  const handler = route({ role: "visitor", body }, ok);
  const send = async (sent: object) =>
    (await call(handler, { method: "POST", headers: OURS, body: JSON.stringify(sent) })).status;
  expect(await send({ name: "Ada \u{1F600}", tags: [] })).toBe(200);
  for (const text of ["a\0b", "\ud800", "\udc00a"]) {
    expect(await send({ name: text })).toBe(400);
    expect(await send({ name: "Ada", tags: ["a", text] })).toBe(400);
  }
});
