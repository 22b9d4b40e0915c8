import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import packageJson from "@/package.json";

/** `GET /api/health`: 200 with the running version, as long as this process answers at all. */
export const GET = route({ role: "visitor" }, () => json({ status: "ok", version: packageJson.version }));
