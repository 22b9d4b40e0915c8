import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Packages that a start loads only if its settings require them. */
const PACKAGES = ["prom-client", "@opentelemetry/exporter-trace-otlp-http"];

/** Records which of those packages a start loads. Returns settings for the start, and the names loaded so far. */
export async function watchPackages(directory: string) {
  const [hook, log] = [join(directory, "hook.mjs"), join(directory, "loaded.log")];
  await writeFile(log, "");
  await writeFile(
    hook,
    `import { appendFileSync } from "node:fs";
     import { registerHooks } from "node:module";
     const names = ${JSON.stringify(PACKAGES)};
     registerHooks({ resolve(name, context, next) {
       if (names.includes(name)) appendFileSync(${JSON.stringify(log)}, name + "\\n");
       return next(name, context);
     } });`,
  );
  return {
    settings: { NODE_OPTIONS: `--import=${pathToFileURL(hook)}` },
    loaded: async () => [...new Set((await readFile(log, "utf8")).split("\n").filter(Boolean))],
  };
}
