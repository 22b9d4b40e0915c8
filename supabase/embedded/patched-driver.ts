import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { applyPatch, parsePatch } from "diff";

// Preloaded into the backend: postgres.js 3.4.9 as it is after patches/postgres@3.4.9.patch. Unpatched, a connection
// that is lost within a transaction ends the whole process (porsager/postgres#1208), lets the transaction's next
// statements run outside of it (#1155), and leaves queries waiting for ever (#1186). The patch is in the form that
// npm applies by itself from version 12 on, and an installation by an older npm would not.

const file = new URL("../../patches/postgres@3.4.9.patch", import.meta.url);
const patches = new Map(
  parsePatch(readFileSync(file, "utf8")).map((patch) => [
    patch.newFileName?.replace(/^b\//, "") ?? "",
    patch,
  ]),
);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const name = /node_modules\/postgres\/src\/[^/]+\.js$/.exec(url)?.[0];
    const patch = name && patches.get(name);
    if (!patch) return loaded;
    const source = applyPatch(String(loaded.source), patch);
    if (source === false) throw new Error(`${file.pathname} does not fit ${name}.`);
    return { ...loaded, source };
  },
});
