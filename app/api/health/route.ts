import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { findLowDisk } from "@/lib/low-disk.server";
import packageJson from "@/package.json";

/**
 * `GET /api/health`: 200 with the running version, as long as this process answers at all. The response says that the
 * disk is low, but not where the disk is or how much space is left.
 */
export const GET = route({ role: "visitor" }, async () =>
  json({ status: "ok", version: packageJson.version, disk: (await findLowDisk()) ? "low" : "ok" }),
);
