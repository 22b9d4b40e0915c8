/**
 * Yields to the event loop, so that pending work runs first. It avoids `setImmediate` of `node:timers/promises`: Next
 * replaces that function by one that needs a feature which Cloudflare's runtime lacks.
 */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
