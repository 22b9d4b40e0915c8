import { expect, test } from "vitest";
import { clientOf, describeOnEachApi } from "./apis.ts";

describeOnEachApi("the count of failed sign-ins", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const attempt = async (account: string, limit: number, address = newKey(), addressLimit = 100) => {
    const [accounts, addresses] = [
      { p_account: account, p_account_limit: limit },
      { p_address: address, p_address_limit: addressLimit },
    ];
    return (await service.rpc("record_sign_in_attempt", { ...accounts, ...addresses }).throwOnError()).data;
  };
  const failuresOf = async (key: string) =>
    (await sql`select failures from private.sign_in_attempts where key = ${key}`)[0]?.failures;
  /** Prolongs a block, because the first block lasts only two seconds. */
  const prolongBlock = (key: string) => sql`
    update private.sign_in_attempts set blocked_until = blocked_until + interval '1 hour' where key = ${key}`;

  test("attempts sent at once are counted each", async () => {
    const [key, address] = [newKey(), newKey()];
    const attempts = Array.from({ length: 12 }, () => attempt(key, 100, address));
    expect(await Promise.all(attempts)).toEqual(Array(12).fill(0));
    expect([await failuresOf(key), await failuresOf(address)]).toEqual([12, 12]);
  });

  test("an attempt from an address whose attempts have failed for other accounts has to wait", async () => {
    const address = newKey();
    for (let failures = 0; failures < 3; failures++) expect(await attempt(newKey(), 5, address, 3)).toBe(0);
    await prolongBlock(address);
    const account = newKey();
    expect(await attempt(account, 5, address, 3)).toBeGreaterThan(3_000);
    expect([await failuresOf(address), await failuresOf(account)]).toEqual([3, undefined]);
  });

  test("a success clears its account, and gives its address this one attempt back", async () => {
    const [key, address] = [newKey(), newKey()];
    for (let failures = 0; failures < 3; failures++) await attempt(key, 10, address, 10);
    await service.rpc("record_sign_in_success", { p_account: key, p_address: address }).throwOnError();
    expect([await failuresOf(key), await failuresOf(address)]).toEqual([undefined, 2]);
  });

  test("attempts that were not decided are given back, and block neither account nor address", async () => {
    const [key, address] = [newKey(), newKey()];
    await attempt(key, 3, address, 3);
    for (let undecided = 0; undecided < 5; undecided++) {
      expect(await attempt(key, 3, address, 3)).toBe(0);
      await service.rpc("take_back_sign_in_attempt", { p_account: key, p_address: address }).throwOnError();
    }
    expect([await failuresOf(key), await failuresOf(address)]).toEqual([1, 1]);
  });

  test("an attempt after the limit has to wait, and is not counted", async () => {
    const key = newKey();
    for (let failures = 0; failures < 3; failures++) expect(await attempt(key, 3)).toBe(0);
    await prolongBlock(key);
    const [blocked] =
      await sql`select blocked_until > now() as is_blocked from private.sign_in_attempts where key = ${key}`;
    expect(blocked?.is_blocked).toBe(true);
    expect(await attempt(key, 3)).toBeGreaterThan(3_000);
    expect(await failuresOf(key)).toBe(3);
    // Nor does it count for the address that it comes from, from which others sign in.
    const address = newKey();
    expect(await attempt(key, 3, address)).toBeGreaterThan(3_000);
    expect(await failuresOf(address)).toBeUndefined();
  });
});

describeOnEachApi("the pause between mails to one address", (api, sql) => {
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
