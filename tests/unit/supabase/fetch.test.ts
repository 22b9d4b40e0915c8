import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { uncachedFetch } from "../../../lib/supabase/fetch.ts";

const MINUTE_MS = 60_000;

// A server that accepts every request and answers none.
const silent = createServer();
let address: string;
beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});
afterEach(() => vi.useRealTimers());

test("a request that a backend takes and does not answer is given up, but not a file that is sent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const file = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
  const sent: RequestInit[] = [{}, { method: "POST", body: "{}" }];
  const arrived = new Promise<void>((resolve) => {
    let count = 0;
    silent.on("request", () => ++count > sent.length && resolve());
  });
  const requests = sent.map((init) => uncachedFetch(address, init));
  const sending = uncachedFetch(address, { method: "POST", body: file, duplex: "half" } as RequestInit);
  const isFileGivenUp = vi.fn();
  sending.catch(isFileGivenUp);
  await arrived;
  vi.advanceTimersByTime(MINUTE_MS);
  for (const request of requests) await expect(request).rejects.toMatchObject({ name: "AbortError" });
  expect(isFileGivenUp).not.toHaveBeenCalled();
});
