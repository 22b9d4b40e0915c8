import { defineCloudflareConfig } from "@opennextjs/cloudflare";
import { incrementalCache, tagCache } from "../../lib/page-cache/open-next.ts";

export default defineCloudflareConfig({ incrementalCache, tagCache });
