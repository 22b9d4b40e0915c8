import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type Nginx, startNginx } from "../tests/proxy/nginx.ts";
import { root } from "../tests/run.ts";

/**
 * Starts nginx with a page that works as the specification describes, and with a proxy to a Supabase's REST API.
 * @param isCompressed whether nginx compresses the API's answers, as a hosted Supabase's gateway does
 */
export function startSpecifiedWay(apiUrl: string, isCompressed: boolean): Promise<Nginx> {
  return startNginx(async ({ port, directory }) => {
    const page = join(root, "tests", "fixtures", "specified-way.html");
    await copyFile(page, join(directory, "index.html"));
    return `server {
      listen 127.0.0.1:${port};
      root ${directory};
      types { text/html html; }
      gzip ${isCompressed ? "on" : "off"};
      gzip_types application/json;
      gzip_comp_level 6;
      location /rest/v1/ { proxy_pass ${apiUrl}; proxy_buffers 16 64k; }
    }`;
  });
}
