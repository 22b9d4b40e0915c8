import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.ts";

type ApiRoute = { method: string; path: string; role: string };

/** Every file below `directory` called `name`, by its path from the project's root. */
export function filesUnder(directory: string, name: string): string[] {
  const files = readdirSync(join(root, directory), { recursive: true, encoding: "utf8" });
  return files
    .map((file) => `${directory}/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(`/${name}`))
    .sort();
}

/** The URL path that a page or route file serves; `[id]` is left unchanged. */
export function addressOf(file: string): string {
  return file
    .replace(/^app/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\/[^/]+$/, "");
}

/** Every handler under `app/api` with its required role, read from the files so that no new handler is missed. */
export const apiRoutes: ApiRoute[] = filesUnder("app/api", "route.ts").flatMap((file) => {
  const source = readFileSync(join(root, file), "utf8");
  const handlers = source.matchAll(/^export const ([A-Z]+) = route\(\s*\{\s*role: "(\w+)"/gm);
  return [...handlers].map(([, method = "", role = ""]) => ({ method, path: addressOf(file), role }));
});
