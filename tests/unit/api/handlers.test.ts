import { join } from "node:path";
import { expect, test } from "vitest";
import { roleOf } from "../../../lib/api/route.server.ts";
import { addressOf, apiRoutes, filesUnder } from "../../api-routes.ts";
import { root } from "../../run.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const files = filesUnder("app", "route.ts");
const isApi = (file: string) => file.startsWith("app/api/");

async function readHandlers(file: string) {
  const handlers = Object.entries(await import(/* @vite-ignore */ join(root, file)));
  return handlers.filter(([name]) => METHODS.includes(name)) as [string, Parameters<typeof roleOf>[0]][];
}

test.each(files.filter(isApi))("every method of %s is made by route()", async (file) => {
  const handlers = await readHandlers(file);
  expect(handlers).not.toEqual([]);
  const path = addressOf(file);
  const made = handlers.map(([method, handler]) => ({
    method,
    path,
    role: roleOf(handler) ?? "not by route()",
  }));
  // The routes that the browser tests read from the source match the actual handlers.
  const listed = apiRoutes.filter((route) => route.path === path);
  expect(new Set(made.filter(({ role }) => role !== "none"))).toEqual(new Set(listed));
});

test.each(files.filter((file) => !isApi(file)))("%s, which is not by route(), only reads", async (file) => {
  expect((await readHandlers(file)).map(([method]) => method)).toEqual(["GET"]);
});
