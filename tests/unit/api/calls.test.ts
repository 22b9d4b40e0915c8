import { afterEach, expect, test, vi } from "vitest";
import { get, isTransient, load, send } from "../../../components/api/calls.client.ts";

const notifySessionChange = vi.hoisted(() => vi.fn());
vi.mock("../../../components/api/session.client.ts", () => ({ notifySessionChange }));

const fetched = vi.spyOn(globalThis, "fetch");
afterEach(() => vi.clearAllMocks());

const answerWith = (status: number, body: string) =>
  fetched.mockImplementation(async () => new Response(body, { status }));

test("data and failures are values", async () => {
  answerWith(200, '{"id":1}');
  expect(await get("/api/thing")).toEqual({ ok: true, data: { id: 1 } });
  answerWith(404, '{"message":"There is no such thing"}');
  expect(await get("/api/thing")).toEqual({ ok: false, status: 404, message: "There is no such thing" });
});

test("a body is sent as JSON", async () => {
  answerWith(200, "{}");
  await send("PUT", "/api/thing", { name: "Ada" });
  expect(fetched).toHaveBeenCalledWith("/api/thing", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: '{"name":"Ada"}',
    signal: undefined,
  });
});

test("a failure without a message of its own is told by its status", async () => {
  for (const body of ["<h1>Bad Gateway</h1>", "", "null", '{"message":""}']) {
    answerWith(502, body);
    expect(await send("POST", "/api/thing")).toEqual({
      ok: false,
      status: 502,
      message: "The server answered 502",
    });
  }
  answerWith(409, '{"error":"Duplicate"}');
  expect(await get("/api/thing")).toMatchObject({ message: "Duplicate" });
});

test("no response is a failure with status 0", async () => {
  fetched.mockRejectedValue(new TypeError("fetch failed"));
  expect(await get("/api/thing")).toEqual({
    ok: false,
    status: 0,
    message: "The server could not be reached. Please try again.",
  });
});

test("only a session that has ended is announced to the page", async () => {
  answerWith(401, "{}");
  expect(await get("/api/viewer")).toMatchObject({ message: "Not authenticated" });
  expect(notifySessionChange).toHaveBeenCalledOnce();
  answerWith(403, "{}");
  await get("/api/viewer");
  expect(notifySessionChange).toHaveBeenCalledOnce();
});

test("what is loaded for SWR is the data, and a failure is thrown", async () => {
  answerWith(200, "[1]");
  expect(await load("/api/things")).toEqual([1]);
  answerWith(500, "");
  await expect(load("/api/things")).rejects.toThrow("/api/things answered 500");
});

test("a request may be sent again where the server was not reached, busy or in trouble", () => {
  const transient = [0, 200, 400, 401, 404, 429, 500, 503].filter((status) =>
    isTransient({ ok: false, status, message: "" }),
  );
  expect(transient).toEqual([0, 429, 500, 503]);
});
