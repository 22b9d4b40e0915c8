import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { applyPatch, parsePatch } from "diff";

// Preloaded into the backend. It changes two packages of the API while they are loaded: bcryptjs is replaced by
// bcryptjs.ts.

// postgres.js 3.4.9 is patched with patches/postgres@3.4.9.patch. Without it a connection that is lost within a
// transaction ends the whole process (porsager/postgres#1208), lets the transaction's next statements run outside of
// it (#1155), and leaves queries waiting for ever (#1186). npm 12 and later can apply a patch of this format by
// themselves.
const file = new URL("../../patches/postgres@3.4.9.patch", import.meta.url);
const patches = new Map(
  parsePatch(readFileSync(file, "utf8")).map((patch) => [
    patch.newFileName?.replace(/^b\//, "") ?? "",
    patch,
  ]),
);

registerHooks({
  load(url, context, nextLoad) {
    if (context.format !== "module") return nextLoad(url, context);
    const source = readFileSync(new URL(url), "utf8");
    const name = /node_modules\/postgres\/src\/[^/]+\.js$/.exec(url)?.[0];
    const patch = name && patches.get(name);
    const patched = patch ? applyPatch(source, patch) : source;
    if (patched === false) throw new Error(`${file.pathname} does not fit ${name}.`);
    return { format: "module", source: patched, shortCircuit: true };
  },

  resolve(specifier, context, nextResolve) {
    // To a module a relative import is no more than a URL, and leads to another module. Node would look for each of
    // these 500 files, for links on its way and for its package, which takes a fifth of a start.
    if (/^\.\.?\//.test(specifier) && context.conditions.includes("import")) {
      const url = new URL(specifier, context.parentURL).href;
      return { url, shortCircuit: true, ...(/\.m?js$/.test(url) && { format: "module" }) };
    }
    return nextResolve(
      specifier === "bcryptjs" ? new URL("bcryptjs.ts", import.meta.url).href : specifier,
      context,
    );
  },
});
