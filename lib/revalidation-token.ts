import { createHmac } from "node:crypto";

/**
 * The bearer token of `/api/revalidate`: only who holds the installation's secret key can make it,
 * and the key itself never travels.
 * @returns 64 hexadecimal digits
 */
export function revalidationToken(secretKey: string): string {
  return createHmac("sha256", secretKey).update("lectern revalidate").digest("hex");
}
