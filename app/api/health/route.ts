import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { findLowDisk } from "@/lib/low-disk.server";
import packageJson from "@/package.json";

/**
 * `GET /api/health`: 200 with the running version, as long as this process answers at all. A visitor may know that
 * the disk is low, and neither where it is nor how much is left.
 */
export const GET = route({ role: "visitor" }, async () =>
  json({ status: "ok", version: packageJson.version, disk: (await findLowDisk()) ? "low" : "ok" }),
);
