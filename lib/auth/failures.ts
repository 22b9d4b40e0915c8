import { authMessages } from "./messages.ts";

/** An error of the auth service; the fields of supabase-js's `AuthError`. */
export type AuthFailure = { status?: number; code?: string; message: string; reasons?: readonly string[] };

/** The response to the caller. `retryAfter` is in seconds. */
type AuthRefusal = { status: number; message: string; retryAfter?: number };

const signInAgain: AuthRefusal = {
  status: 403,
  message: "Please sign in again before you change your password.",
};

const wrongCode: AuthRefusal = { status: 403, message: authMessages.wrongCode };
const twoFactorDisabled: AuthRefusal = {
  status: 403,
  message: "Two-factor sign-in is turned off in this site's Supabase project.",
};

/** Responses to the error codes that users can cause. https://supabase.com/docs/guides/auth/debugging/error-codes */
const refusals: Record<string, AuthRefusal> = {
  captcha_failed: { status: 400, message: "The check that you are human failed. Please try again." },
  current_password_invalid: { status: 403, message: authMessages.wrongPassword },
  current_password_required: { status: 403, message: authMessages.wrongPassword },
  email_address_invalid: { status: 400, message: authMessages.invalidEmail },
  email_address_not_authorized: { status: 403, message: "This site cannot send mail to this address." },
  email_exists: { status: 400, message: authMessages.alreadyRegistered },
  email_not_confirmed: { status: 403, message: authMessages.notConfirmed },
  email_provider_disabled: { status: 403, message: "Signing in by email is turned off on this site." },
  insufficient_aal: { status: 403, message: "Please log in again, with the code that your app shows." },
  mfa_challenge_expired: wrongCode,
  mfa_totp_enroll_not_enabled: twoFactorDisabled,
  mfa_totp_verify_not_enabled: twoFactorDisabled,
  mfa_verification_failed: wrongCode,
  over_request_rate_limit: { status: 429, message: authMessages.busy, retryAfter: 60 },
  reauthentication_needed: signInAgain,
  reauthentication_not_valid: signInAgain,
  same_password: { status: 400, message: "This is your password already. Please choose another one." },
  session_expired: { status: 401, message: authMessages.sessionEnded },
  session_not_found: { status: 401, message: authMessages.sessionEnded },
  signup_disabled: { status: 403, message: "New accounts cannot be made on this site at the moment." },
  user_already_exists: { status: 400, message: authMessages.alreadyRegistered },
  user_banned: {
    status: 403,
    message: "This account is blocked. Please write to the administrators of this site.",
  },
  user_not_found: { status: 401, message: authMessages.sessionEnded },
};

/** Error codes of mailed links that are no longer valid. */
const LINK_CODES = ["otp_expired", "bad_code_verifier", "flow_state_expired", "flow_state_not_found"];

/** Hints for the reasons why a password is too weak. */
const weaknesses: Record<string, string> = {
  length: "make it longer",
  characters: "mix small and capital letters, digits and signs",
  pwned: "choose one that has not been leaked",
};

/**
 * The response to a call that the auth service refused. For an unknown code it has the service's own message, as the
 * specification requires; if the service is down or overloaded, it asks the caller to try again.
 */
export function describeAuthRefusal(failure: AuthFailure): AuthRefusal {
  const { status, code = "", message } = failure;
  const known = refusals[code];
  if (known) return known;
  if (LINK_CODES.includes(code)) return { status: 403, message: authMessages.invalidLink };
  if (code === "weak_password") return { status: 400, message: describeWeakness(failure) };
  if (code === "over_email_send_rate_limit") return describeMailBrake(message);
  if (status === 429) return { status, message: authMessages.busy, retryAfter: 60 };
  // The service has no error code for this failure.
  if (message.startsWith("Error sending ")) {
    return { status: 503, message: authMessages.mailFailed, retryAfter: 120 };
  }
  if (!status || status >= 500 || status === 408) {
    return { status: 503, message: authMessages.unavailable, retryAfter: 10 };
  }
  // An unknown account and a wrong password have this error in common.
  if (code === "invalid_credentials" || message === "Invalid login credentials")
    return { status: 401, message };
  if (message.includes("already registered")) return { status: 400, message: authMessages.alreadyRegistered };
  return { status: 400, message };
}

/** Whether a mail was refused because the account got one a moment ago, which reveals that the account exists. */
export function isMailPause({ code, message }: AuthFailure): boolean {
  return code === "over_email_send_rate_limit" && readMailPause(message) > 0;
}

/** Whether the service did not decide about the call, due to a rate limit or an outage. */
export function isUndecided(failure: AuthFailure): boolean {
  const { status } = describeAuthRefusal(failure);
  return status === 503 || (status === 429 && failure.code !== "over_email_send_rate_limit");
}

function describeWeakness({ reasons = [], message }: AuthFailure): string {
  const length = /at least (\d+) characters/.exec(message)?.[1];
  const hints = reasons.flatMap((reason) =>
    reason === "length" && length ? [`use at least ${length} characters`] : (weaknesses[reason] ?? []),
  );
  return hints.length > 0 ? `Please choose a stronger password: ${hints.join("; ")}.` : message;
}

/** The seconds that one account has to wait for its next mail; 0 if the service's hourly mail limit is reached. */
function readMailPause(message: string): number {
  return Number(/after (\d+) second/.exec(message)?.[1] ?? 0);
}

function describeMailBrake(message: string): AuthRefusal {
  const seconds = readMailPause(message);
  return seconds > 0
    ? { status: 429, message: authMessages.mailWait(seconds), retryAfter: seconds }
    : { status: 429, message: authMessages.noMoreMails, retryAfter: 3600 };
}
