import { contentSecurityPolicy } from "./lib/content-security-policy.ts";

const securityHeaders = {
  "Content-Security-Policy": contentSecurityPolicy(),
  // YouTube's player refuses to play without a referrer (error 153).
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
  // `npm test` checks types; a first start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Pages on disk would survive a restart and show an old catalogue.
    isrFlushToDisk: false,
  },
  headers: async () => [
    { source: "/:path*", headers: headersOf(securityHeaders) },
    { source: "/admin-console/:path*", headers: headersOf({ "Cache-Control": "private, no-store" }) },
  ],
};
