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
  // `npm test` checks types; a first start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  // The handler has a memory of its own. Where the host keeps pages, Next leaves them to it.
  ...(process.env.LECTERN_PAGE_CACHE !== "host" && {
    cacheHandler: fileURLToPath(new URL("lib/page-cache/handler.ts", import.meta.url)),
    cacheMaxMemorySize: 0,
  }),
  experimental: {
    // The font of the share image: not every host has a file system.
    turbopackImportTypeBytes: true,
    // A first start waits for the build: these two take a third off it.
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
