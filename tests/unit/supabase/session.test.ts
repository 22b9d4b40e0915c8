import { createChunks, stringToBase64URL } from "@supabase/ssr";
import { describe, expect, test } from "vitest";
import { isSession } from "../../../lib/supabase/session.server.ts";
import { readAccessToken, readBearer } from "../../../lib/supabase/token.server.ts";

const token = "eyJh-bGci.eyJz_dWIi.c2ln";
const encode = (value: unknown) => `base64-${stringToBase64URL(JSON.stringify(value))}`;
const encoded = (session: object) => encode({ refresh_token: "r", expires_at: 9e9, ...session });
const other = { name: "lectern-session-other", value: encoded({ access_token: "a.b.c" }) };

describe("readAccessToken", () => {
  test("finds the token of a session in one cookie, and of one that is cut into several", async () => {
    const short = { name: "lectern-session", value: encoded({ access_token: token }) };
    expect(readAccessToken([other, short])).toBe(token);
    const long = createChunks("lectern-session", encoded({ access_token: token, user: "é".repeat(5000) }));
    expect(long.length).toBeGreaterThan(2);
    expect(readAccessToken([other, ...long.reverse()])).toBe(token);
    expect(readAccessToken(long.filter(({ name }) => name !== "lectern-session.1"))).toBeNull();
  });

  test.each([
    "",
    "base64-",
    "base64-nonsense",
    token,
    JSON.stringify({ access_token: token }),
    encode(null),
    encode([]),
    encode({ access_token: token, refresh_token: "r" }),
    encoded({}),
    encoded({ access_token: token, refresh_token: "\0" }),
    encoded({ access_token: token, refresh_token: "" }),
    encoded({ access_token: token, expires_at: "soon" }),
    encoded({ access_token: [token] }),
    encoded({ access_token: "a.b" }),
    encoded({ access_token: `${token}\r\nx-admin: 1` }),
    encoded({ access_token: "a.b.é" }),
  ])("finds none in %j", async (value) => {
    expect(readAccessToken([other, { name: "lectern-session", value }])).toBeNull();
  });
});

test("readBearer takes a token alone, of the one scheme", () => {
  expect(readBearer(`Bearer ${token}`)).toBe(token);
  expect(readBearer(` bearer  ${token} `)).toBe(token);
  for (const header of [
    null,
    "",
    "Bearer",
    token,
    `Basic ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token},`,
  ]) {
    expect(readBearer(header), String(header)).toBeNull();
  }
});

test("isSession knows the session's cookies by name, and an emptied one for none", () => {
  const names = ["lectern-session", "lectern-session.0", "lectern-session.12"];
  expect(names.every((name) => isSession({ name, value: "x" }))).toBe(true);
  expect(isSession({ name: "lectern-session", value: "" })).toBe(false);
  for (const name of ["lectern-session-code-verifier", "lectern-signed-in", "lectern-session.x"]) {
    expect(isSession({ name, value: "x" }), name).toBe(false);
  }
});
