import { afterEach, expect, test, vi } from "vitest";
import { get, load, send } from "../../../components/api/calls.client.ts";
import { isTransient } from "../../../components/api/fetch-with-timeout.client.ts";

const notifySessionChange = vi.hoisted(() => vi.fn());
const getAccountId = vi.hoisted(() => vi.fn<() => string | undefined>());
vi.mock("../../../components/api/session.client.ts", () => ({ notifySessionChange, getAccountId }));

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
    signal: expect.any(AbortSignal),
  });
});

test("a failure without a message of its own is told by its status", async () => {
  for (const body of ["<h1>Bad Gateway</h1>", "", "null", '{"message":""}']) {
    answerWith(502, body);
    expect(await send("POST", "/api/thing")).toEqual({
      ok: false,
      status: 502,
      message: "The server cannot answer at the moment. Please try again.",
    });
  }
  answerWith(429, "<h1>Too Many Requests</h1>");
  expect(await get("/api/thing")).toMatchObject({
    message: "Too many requests at the moment. Please try again in a minute.",
  });
  answerWith(404, "");
  expect(await get("/api/thing")).toMatchObject({ message: "The server answered 404" });
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

const silentUntilAborted = (_input: unknown, init?: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
/** A response of which only the beginning arrives. */
const halfAnAnswer = async (_input: unknown, init?: RequestInit) =>
  new Response(
    new ReadableStream({
      start(controller) {
        init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
      },
    }),
  );

test.each([
  ["that is silent", silentUntilAborted, 15_000],
  ["that stops halfway", halfAnAnswer, 60_000],
])("a server %s counts as one that was not reached", async (_name, answer, timeoutMs) => {
  vi.useFakeTimers();
  fetched.mockImplementation(answer);
  const settled = vi.fn();
  const result = send("POST", "/api/thing").finally(settled);
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({ ok: false, status: 0 });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("only a session that has ended is announced to the page", async () => {
  answerWith(401, "{}");
  expect(await get("/api/viewer")).toMatchObject({ message: "Not authenticated" });
  expect(notifySessionChange).toHaveBeenCalledOnce();
  answerWith(403, "{}");
  await get("/api/viewer");
  expect(notifySessionChange).toHaveBeenCalledOnce();
});

test("a call names the account that it is for, and the page turns to another one that is signed in now", async () => {
  getAccountId.mockReturnValue("ada");
  answerWith(409, '{"message":"Another account is signed in here now","code":"other_account"}');
  const failure = await send("PUT", "/api/thing");
  expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ "lectern-account": "ada" });
  expect(notifySessionChange).toHaveBeenCalledExactlyOnceWith({ hasEnded: true, isAnother: true });
  expect(failure).toMatchObject({ ok: false, status: 409, code: "other_account" });
  await send("PUT", "/api/thing", {}, { account: "grace" });
  expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ "lectern-account": "grace" });
  getAccountId.mockReturnValue(undefined);
});

test("what is loaded for SWR is the data, and a failure is thrown", async () => {
  answerWith(200, "[1]");
  expect(await load("/api/things")).toEqual([1]);
  answerWith(500, "");
  await expect(load("/api/things")).rejects.toThrow("/api/things answered 500");
});

test("a request may be sent again where the server was not reached, busy or in trouble", () => {
  const transient = [0, 200, 400, 401, 404, 429, 500, 503].filter((status) => isTransient({ status }));
  expect(transient).toEqual([0, 429, 500, 503]);
});
