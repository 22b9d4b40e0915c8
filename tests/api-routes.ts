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

/** The address that a page's or route's file answers; `[id]` stands as it is. */
export function addressOf(file: string): string {
  return file
    .replace(/^app/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\/[^/]+$/, "");
}

/** Every handler under `app/api` with the role it asks for, by its file: a new one cannot be forgotten. */
export const apiRoutes: ApiRoute[] = filesUnder("app/api", "route.ts").flatMap((file) => {
  const source = readFileSync(join(root, file), "utf8");
  const handlers = source.matchAll(/^export const ([A-Z]+) = route\(\s*\{\s*role: "(\w+)"/gm);
  return [...handlers].map(([, method = "", role = ""]) => ({ method, path: addressOf(file), role }));
});
