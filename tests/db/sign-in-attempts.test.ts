import { expect, test } from "vitest";
import { clientOf, describeOnBothApis } from "./apis.ts";

describeOnBothApis("the count of failed sign-ins", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const attempt = async (key: string, limit: number) =>
    (await service.rpc("record_sign_in_attempt", { p_key: key, p_limit: limit }).throwOnError()).data;

  test("attempts sent at once are counted each", async () => {
    const key = newKey();
    expect(await Promise.all(Array.from({ length: 12 }, () => attempt(key, 100)))).toEqual(Array(12).fill(0));
    const [counted] = await sql`select failures from private.sign_in_attempts where key = ${key}`;
    expect(counted?.failures).toBe(12);
  });

  test("an attempt after the limit has to wait, and is not counted", async () => {
    const key = newKey();
    for (let failures = 0; failures < 3; failures++) expect(await attempt(key, 3)).toBe(0);
    await sql`
      update private.sign_in_attempts set blocked_until = blocked_until + interval '1 hour' where key = ${key}`;
    const [blocked] =
      await sql`select blocked_until > now() as is_blocked from private.sign_in_attempts where key = ${key}`;
    expect(blocked?.is_blocked).toBe(true);
    expect(await attempt(key, 3)).toBeGreaterThan(3_000);
    const [counted] = await sql`select failures from private.sign_in_attempts where key = ${key}`;
    expect(counted?.failures).toBe(3);
  });
});

describeOnBothApis("the pause between mails to one address", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const ask = async (key: string) =>
    (await service.rpc("record_mail_request", { p_key: key, p_pause: 60 }).throwOnError()).data;

  test("of requests sent at once one goes on, and the others learn the seconds that are left", async () => {
    const key = newKey();
    const waits = await Promise.all(Array.from({ length: 6 }, () => ask(key)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
    for (const wait of waits.filter((wait) => wait !== 0)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  test("a request after the pause goes on, and begins the next", async () => {
    const key = newKey();
    expect(await ask(key)).toBe(0);
    await sql`
      update private.sign_in_attempts set blocked_until = blocked_until - interval '1 hour' where key = ${key}`;
    expect(await ask(key)).toBe(0);
    expect(await ask(key)).toBeGreaterThan(0);
  });
});

const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
