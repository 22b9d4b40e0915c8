/**
 * Whether this is Cloudflare's runtime. There, timers and pending responses end with the request that started them:
 * another request may use a result that has arrived, but must not wait for a pending one.
 */
export const isWorkerd = globalThis.navigator?.userAgent === "Cloudflare-Workers";
