// `next dev` evaluates code from strings for hot reloading; production never does.
const isDev = process.env.NODE_ENV === "development";

// Pages are cached and shared by all visitors, so they cannot carry a nonce: Next's inline data
// scripts need 'unsafe-inline'. Everything else is closed: no foreign script, style, image or
// frame but YouTube's thumbnails and its cookie-less player.
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDev ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://i.ytimg.com",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' https://www.youtube-nocookie.com",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const securityHeaders = {
  "Content-Security-Policy": contentSecurityPolicy,
  // Without a referrer YouTube's player refuses to play (error 153).
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Strict-Transport-Security": "max-age=31536000",
};

const headersOf = (/** @type {Record<string, string>} */ record) =>
  Object.entries(record).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
export default {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // `npm test` checks types; a first start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Pages on disk would outlive a restart and show a catalogue of the past.
    isrFlushToDisk: false,
  },
  headers: async () => [
    { source: "/:path*", headers: headersOf(securityHeaders) },
    { source: "/admin-console/:path*", headers: headersOf({ "Cache-Control": "private, no-store" }) },
  ],
};
