/**
 * Whether this is Cloudflare's runtime. There a request takes with it whatever it began, timers and answers that are
 * under way: another one may share what it has read, but must not wait for it.
 */
export const isWorkerd = globalThis.navigator?.userAgent === "Cloudflare-Workers";
