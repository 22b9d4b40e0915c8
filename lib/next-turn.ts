/**
 * Lets everything else that waits have its turn. Next replaces the function of `node:timers/promises` for this by one that
 * Cloudflare's runtime lacks a part for.
 */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
