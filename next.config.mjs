import { fileURLToPath } from "node:url";
import { securityHeaders } from "./lib/security-headers.ts";

const headersOf = (/** @type {Record<string, string>} */ record) =>
  Object.entries(record).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
export default {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // `npm test` checks types, so that a first start does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // The handler has its own in-memory cache, so Next's is off. If the host caches pages, neither is set.
  ...(process.env.LECTERN_PAGE_CACHE !== "host" && {
    cacheHandler: fileURLToPath(new URL("lib/page-cache/handler.ts", import.meta.url)),
    cacheMaxMemorySize: 0,
  }),
  experimental: {
    // For the font of the share image, imported as bytes: not every host has a file system.
    turbopackImportTypeBytes: true,
    // A first start waits for the build: these two settings make it a third shorter.
    turbopackRustReactCompiler: true,
    turbopackFileSystemCacheForBuild: false,
  },
  // See scripts/build-host.ts.
  ...(process.env.LECTERN_OUTPUT === "standalone" && { output: "standalone" }),
  headers: async () => [
    { source: "/:path*", headers: headersOf(securityHeaders) },
    { source: "/admin-console/:path*", headers: headersOf({ "Cache-Control": "private, no-store" }) },
  ],
};
