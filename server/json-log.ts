import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { format } from "node:util";

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/** The id of the request that the logging code works for. */
const requests = new AsyncLocalStorage<string>();

/** Whether the operator asked for one line of JSON per event (`LECTERN_LOG=json`). */
export const isJsonLog = () => process.env.LECTERN_LOG === "json";

/** Prints an event as one line of JSON: time, level, the id of the request it belongs to, and `fields`. */
function logEvent(level: (typeof LEVELS)[keyof typeof LEVELS], fields: Record<string, unknown>): void {
  const requestId = requests.getStore();
  const event = { time: new Date().toISOString(), level, ...(requestId && { requestId }), ...fields };
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Makes this process print everything that it logs with `console` as such lines. */
export function logConsoleAsJson(): void {
  for (const [method, level] of Object.entries(LEVELS))
    console[method as keyof typeof LEVELS] = (...values: unknown[]) =>
      logEvent(level, { message: format(...values) });
}

/** Answers a request under a new id and logs the outcome: never its query, address or cookies. */
export function withRequestLog<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  respond: () => Result,
): Result {
  const started = performance.now();
  return requests.run(randomUUID(), () => {
    const { method } = request;
    const [path] = request.url?.split("?") ?? [];
    response.on("close", () => {
      const ms = Math.round(performance.now() - started);
      const status = response.writableFinished ? response.statusCode : "aborted";
      logEvent("info", { event: "request", method, path, status, ms });
    });
    return respond();
  });
}
