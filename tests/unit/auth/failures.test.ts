import { expect, test } from "vitest";
import { describeAuthRefusal, isMailPause, isUndecided } from "../../../lib/auth/failures.ts";

const told = (failure: Partial<Parameters<typeof describeAuthRefusal>[0]>) => {
  const { status, message, retryAfter } = describeAuthRefusal({ status: 400, message: "Said.", ...failure });
  return [status, message, ...(retryAfter ? [retryAfter] : [])];
};

test("a known e-mail is told in the product's words, and what is new in the service's", () => {
  const alreadyRegistered = [400, "This email is already registered. Please login instead."];
  expect(told({ message: "User already registered" })).toEqual(alreadyRegistered);
  expect(told({ status: 422, code: "user_already_exists" })).toEqual(alreadyRegistered);
  expect(told({ code: "a_new_code", message: "Signups not allowed" })).toEqual([400, "Signups not allowed"]);
});

test("a wrong password is told in the service's words", () => {
  const message = "Invalid login credentials";
  expect(told({ code: "invalid_credentials", message })).toEqual([401, message]);
  expect(told({ message })).toEqual([401, message]);
});

test.each([
  ["over_request_rate_limit", 429, "Too many requests at the moment. Please try again in a minute.", 60],
  [
    "over_email_send_rate_limit",
    429,
    "No more mails can be sent at the moment. Please try again in an hour.",
    3600,
  ],
  [
    "email_not_confirmed",
    403,
    "Please confirm your email address first: open the link in the mail that we sent you.",
  ],
  ["user_banned", 403, "This account is blocked. Please write to the administrators of this site."],
  ["signup_disabled", 403, "New accounts cannot be made on this site at the moment."],
  ["same_password", 400, "This is your password already. Please choose another one."],
  ["otp_expired", 403, "This link is invalid or has expired. Please ask for a new one."],
  ["flow_state_expired", 403, "This link is invalid or has expired. Please ask for a new one."],
  ["mfa_verification_failed", 403, "This code is not right. Please enter the one that your app shows now."],
  ["mfa_totp_enroll_not_enabled", 403, "Two-factor sign-in is turned off in this site's Supabase project."],
  ["session_not_found", 401, "Your session has ended. Please sign in again."],
])("the code %s has its status and its sentence", (code, ...expected) => {
  expect(told({ code })).toEqual(expected);
});

test("a mail that could not be sent is told as such", () => {
  expect(told({ status: 500, code: "unexpected_failure", message: "Error sending recovery email" })).toEqual([
    503,
    "The mail could not be sent. Please try again in a few minutes.",
    120,
  ]);
});

test("a limit on one account's mails names the seconds that are left", () => {
  const message = "For security purposes, you can only request this after 41 seconds.";
  expect(told({ status: 429, code: "over_email_send_rate_limit", message })).toEqual([
    429,
    "Please wait 41 seconds before you ask for another mail.",
    41,
  ]);
});

test("a weak password is told by its reasons", () => {
  const code = "weak_password";
  const message = "Password should be at least 10 characters. Password should contain at least one …";
  expect(told({ code, message, reasons: ["length", "characters"] })).toEqual([
    400,
    "Please choose a stronger password: use at least 10 characters; mix small and capital letters, digits and signs.",
  ]);
  expect(told({ code, reasons: ["pwned"] })[1]).toBe(
    "Please choose a stronger password: choose one that has not been leaked.",
  );
  expect(told({ code, message: "Too weak.", reasons: ["new_reason"] })[1]).toBe("Too weak.");
});

test.each([0, 408, 500, 502, undefined])(
  "where the service is in trouble (%s), the caller may try again",
  (status) => {
    const unavailable = "Your account could not be reached. Please try again in a moment.";
    expect(told({ status, message: "fetch failed" })).toEqual([503, unavailable, 10]);
    expect(told({ status: 429, code: "", message: "slow down" })[0]).toBe(429);
  },
);

test("a pause between mails is told from the end of the mails of the hour", () => {
  const code = "over_email_send_rate_limit";
  const message = "For security purposes, you can only request this after 41 seconds.";
  expect(isMailPause({ status: 429, code, message })).toBe(true);
  expect(isMailPause({ status: 429, code, message: "email rate limit exceeded" })).toBe(false);
});

test.each([
  [{ status: 0, message: "fetch failed" }, true],
  [{ status: 502, message: "bad gateway" }, true],
  [{ status: 429, code: "over_request_rate_limit", message: "slow" }, true],
  [{ status: 429, code: "over_email_send_rate_limit", message: "email rate limit exceeded" }, false],
  [{ status: 403, code: "otp_expired", message: "expired" }, false],
])("whether %j leaves a call undecided: %s", (failure, isLeft) => {
  expect(isUndecided(failure)).toBe(isLeft);
});
