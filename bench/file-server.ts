import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Nginx, startNginx } from "../tests/proxy/nginx.ts";

/**
 * nginx with a page as a file: as it is at `/plain`, compressed at `/gzip`, and at `/each` compressed anew
 * for each request, as thoroughly as Node does by default.
 */
export function startFileServer(html: string): Promise<Nginx> {
  return startNginx(async ({ port, directory }) => {
    for (const name of ["plain", "each"]) await writeFile(join(directory, name), html);
    await writeFile(join(directory, "gzip"), gzipSync(html));
    return `server {
      listen 127.0.0.1:${port};
      root ${directory};
      default_type text/html;
      location = /gzip { add_header Content-Encoding gzip; }
      location = /each { gzip on; gzip_comp_level 6; }
    }`;
  });
}
