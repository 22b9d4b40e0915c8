import { createHmac } from "node:crypto";

/** What is counted apart: asking for a mail holds no sign-in up. */
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

/** A text that the same text always gives, and from which it cannot be read back. */
export function hashKey(text: string, secretKey: string): string {
  return createHmac("sha256", secretKey).update(text).digest("hex");
}
