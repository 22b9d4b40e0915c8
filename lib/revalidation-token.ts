import { createHmac } from "node:crypto";

/**
 * The bearer token of `/api/revalidate`, derived from the installation's secret key, so that the key itself is
 * never sent.
 * @returns 64 hexadecimal digits
 */
export function revalidationToken(secretKey: string): string {
  return createHmac("sha256", secretKey).update("lectern revalidate").digest("hex");
}
