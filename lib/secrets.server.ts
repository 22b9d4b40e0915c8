import { timingSafeEqual } from "node:crypto";

/** Compares a given text with a secret in constant time: the time does not depend on where they differ. */
export function isSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether an `Authorization` header carries the secret as its bearer token. */
export function showsSecret(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return isSecret(given, secret);
}
