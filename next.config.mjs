import { securityHeaders } from "./lib/security-headers.ts";

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
