import { expect, onTestFinished, test } from "vitest";
import { correctStatus } from "../../../server/page-status.ts";
import { startLoopbackServer } from "../../loopback-server.ts";

test("the browser's router gets a page that says what is missing, which is counted like any other", async () => {
  let missing = 0;
  const server = await startLoopbackServer((request, response) => {
    correctStatus(response, request.url ?? "", () => missing++);
    const [, status = "", kind = ""] = (request.url ?? "").split("/");
    response.setHeader("Content-Type", `text/${kind}`);
    response.writeHead(Number(status)).end();
  });
  onTestFinished(() => server.stop());
  const statusOf = async (path: string) => (await fetch(server.url + path)).status;
  expect(await statusOf("/404/html")).toBe(404);
  expect(await statusOf("/404/x-component")).toBe(200);
  expect(await statusOf("/200/html")).toBe(200);
  expect(await statusOf("/500/html")).toBe(503);
  expect(missing).toBe(2);
});
