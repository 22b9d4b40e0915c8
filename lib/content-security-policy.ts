import { PLAYER_ORIGIN } from "./player-origin.ts";

// `next dev` evaluates code from strings for hot reloading; production never does.
const isDev = process.env.NODE_ENV === "development";

/**
 * The policy of every response. Pages are cached and shared by all visitors, so they cannot carry a
 * nonce: Next's inline data scripts need 'unsafe-inline'. All other foreign scripts, styles, images
 * and frames are blocked, except YouTube's thumbnails and its cookie-less player.
 * @param uploadOrigin an origin that scripts may send data to, besides the site itself
 */
export function contentSecurityPolicy(uploadOrigin?: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://i.ytimg.com",
    "font-src 'self'",
    `connect-src 'self'${uploadOrigin ? ` ${uploadOrigin}` : ""}`,
    `frame-src 'self' ${PLAYER_ORIGIN}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
