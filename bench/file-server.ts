import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Nginx, startNginx } from "../tests/proxy/nginx.ts";

/**
 * Starts nginx with a page as a file: uncompressed at `/plain`, already compressed at `/gzip`, and compressed for
 * each request at `/each`, at the compression level that is Node's default.
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
