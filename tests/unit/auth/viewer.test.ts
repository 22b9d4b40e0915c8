import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { AuthUnavailableError, getViewer } from "../../../lib/auth/identity.server.ts";
import type { Database } from "../../../lib/supabase/database.types.ts";
import { reply, startAuthService } from "../auth-service.ts";

test("a token that the database refuses is no session, and any other error says nothing of it", async () => {
  let status = 401;
  const service = await startAuthService((_, response) =>
    reply(response, status, { message: "JWT expired" }),
  );
  const client = createClient<Database>(service.url, "a-key", { db: { retry: false } });
  const read = () => getViewer(client, { id: "1", email: "ada@example.org" });
  expect(await read()).toBeNull();
  status = 503;
  await expect(read()).rejects.toThrow(AuthUnavailableError);
  await service.stop();
});
