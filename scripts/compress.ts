import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Files that are text; fonts and pictures are already compressed. */
const COMPRESSIBLE = /\.(css|js|json|svg|txt)$/;
/** Takes half a second for a build. The best quality, 11, makes files 7 % smaller and takes seven seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a brotli and a gzip copy beside each text file under a directory, with `.br` or `.gz` added to its name. */
export async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const content = await readFile(file);
      await Promise.all([
        promisify(brotliCompress)(content, BROTLI).then((bytes) => writeFile(`${file}.br`, bytes)),
        promisify(gzip)(content).then((bytes) => writeFile(`${file}.gz`, bytes)),
      ]);
    }),
  );
}
