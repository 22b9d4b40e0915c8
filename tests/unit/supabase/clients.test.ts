import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { publicClient } from "../../../lib/supabase/public.server.ts";
import { serviceClient } from "../../../lib/supabase/service.server.ts";
import { requestSession } from "../../../lib/supabase/session.server.ts";
import { tokenClient } from "../../../lib/supabase/token.server.ts";

let asked = 0;
const ailing = createServer((_request, response) => {
  asked += 1;
  response.writeHead(503, { "Content-Type": "application/json" }).end('{"message":"no database"}');
});
beforeAll(async () => {
  ailing.listen(0, "127.0.0.1");
  await once(ailing, "listening");
  vi.stubEnv("SUPABASE_URL", `http://127.0.0.1:${(ailing.address() as AddressInfo).port}`);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "sb_publishable_x");
  vi.stubEnv("SUPABASE_SECRET_KEY", "sb_secret_x");
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
  ailing.closeAllConnections();
  ailing.close();
});

const request = { cookies: { getAll: () => [], set: () => {} }, headers: new Headers() };

test.each([
  ["visitor", () => publicClient()],
  ["installation", () => serviceClient()],
  ["token's holder", () => tokenClient("a.b.c")],
  ["session", () => requestSession(request as never).client],
])(
  "a read of the %s hears of an outage at once, when the backend has been away for a while",
  async (_who, open) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const first = open().from("lectures").select("id").then();
    // The first response has arrived once the client sends the request again.
    await vi.waitUntil(() => asked > 1);
    vi.advanceTimersByTime(11_000);
    await first;
    asked = 0;
    const { status } = await open().from("lectures").select("id");
    expect({ status, asked }).toEqual({ status: 503, asked: 1 });
    vi.useRealTimers();
  },
);
