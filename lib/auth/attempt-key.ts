import { createHmac } from "node:crypto";

/** Kinds of attempts that are counted separately: requests for mails do not block sign-ins. */
export const ATTEMPT_KINDS = ["sign-in", "code", "recovery", "confirmation"] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

/** The key under which attempts of a kind are counted: by e-mail, by network address, or by a known device. */
export function attemptKey(
  kind: AttemptKind,
  by: "account" | "address" | "device",
  value: string,
  secretKey: string,
): string {
  return hashKey(`${kind} ${by} ${by === "account" ? value.toLowerCase() : value}`, secretKey);
}

/** A keyed hash (HMAC) of a text: deterministic and not reversible. */
export function hashKey(text: string, secretKey: string): string {
  return createHmac("sha256", secretKey).update(text).digest("hex");
}
