import { expect, test } from "vitest";
import { tooManyAttempts } from "../../../lib/auth/messages.ts";
import { codeSchema, newPasswordSchema, signInSchema, signUpSchema } from "../../../lib/auth/schemas.ts";
import { initialOf, localPart } from "../../../lib/auth/types.ts";
import { hasSessionFlag } from "../../../lib/session-flag.ts";

const firstMessage = (value: object) => signInSchema.safeParse(value).error?.issues[0]?.message;

test("says what is wrong in the specification's words", () => {
  expect(firstMessage({ email: "nobody", password: "secret" })).toBe("Invalid email address");
  expect(firstMessage({ email: "a@b.org", password: "12345" })).toBe(
    "Password must be at least 6 characters",
  );
  expect(firstMessage({ email: "nobody", password: "1" })).toBe("Invalid email address");
  expect(firstMessage({})).toBe("Invalid email address");
  expect(firstMessage({ email: "a@b.org", password: 123456 })).toBe("Password must be at least 6 characters");
  expect(signInSchema.parse({ email: " a@b.org ", password: "123456" })).toEqual({
    email: "a@b.org",
    password: "123456",
  });
});

test("a sign-up may carry a display name and nothing else", () => {
  expect(signUpSchema.safeParse({ email: "a@b.org", password: "123456" }).success).toBe(true);
  expect(signUpSchema.safeParse({ email: "a@b.org", password: "123456", displayName: "" }).success).toBe(
    true,
  );
  expect(signUpSchema.safeParse({ email: "a@b.org", password: "123456", role: "admin" }).success).toBe(false);
});

test("six characters are a password, unless they are all blanks", () => {
  const messageOf = (password: string) => newPasswordSchema.safeParse({ password }).error?.issues[0]?.message;
  expect(["111111", "  a   ", "😀😀😀😀😀😀"].map(messageOf)).toEqual([undefined, undefined, undefined]);
  expect(messageOf("     ")).toBe("Password must be at least 6 characters");
  for (const blanks of ["      ", " \t\u00a0\u3000\n\t "]) {
    expect(messageOf(blanks)).toBe("Blanks alone are no password");
    const signUp = signUpSchema.safeParse({ email: "a@b.org", password: blanks });
    expect(signUp.error?.issues[0]?.message).toBe("Blanks alone are no password");
  }
});

test("a new password has no more bytes than auth services hash; an old one may", () => {
  const messageOf = (password: string) => newPasswordSchema.safeParse({ password }).error?.issues[0]?.message;
  expect(["a".repeat(72), "ä".repeat(36)].map(messageOf)).toEqual([undefined, undefined]);
  for (const long of ["a".repeat(73), "ä".repeat(37)])
    expect(messageOf(long)).toMatch(/^Password must be at most 72 characters/);
  expect(signInSchema.safeParse({ email: "a@b.org", password: "a".repeat(100) }).success).toBe(true);
});

test("a wait is told in seconds", () => {
  expect([tooManyAttempts(1), tooManyAttempts(2)]).toEqual([
    "Too many failed attempts. Please try again in 1 second.",
    "Too many failed attempts. Please try again in 2 seconds.",
  ]);
});

test("users are shown by the local part of their e-mail", () => {
  expect(localPart("ada.lovelace@example.com")).toBe("ada.lovelace");
  expect([initialOf("ada"), initialOf("élodie"), initialOf("")]).toEqual(["A", "É", "?"]);
});

test("the session flag is found among other cookies", () => {
  expect(hasSessionFlag("a=b; lectern-signed-in=1; c=d")).toBe(true);
  expect(hasSessionFlag("not-lectern-signed-in=1")).toBe(false);
  expect(hasSessionFlag("lectern-signed-in=")).toBe(false);
});

test("a code is six digits, in the groups that apps show them in", () => {
  for (const code of ["123456", "123 456", " 123456 "])
    expect(codeSchema.parse({ code })).toEqual({ code: "123456" });
  for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"])
    expect(codeSchema.safeParse({ code }).error?.issues[0]?.message, code).toBe(
      "Please enter the six digits that your app shows",
    );
});
