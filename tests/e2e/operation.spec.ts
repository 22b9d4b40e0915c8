import packageJson from "../../package.json" with { type: "json" };
import { expect, test } from "./fixtures.ts";
import { startSecondApp } from "./second-app.ts";

const statusOf = async (address: string) => (await fetch(address)).status;

test("operators see which version runs, and that it is ready", async ({ request }) => {
  const health = await request.get("/api/health");
  expect(await health.json()).toEqual({
    status: "ok",
    version: packageJson.version,
    disk: expect.stringMatching(/^(ok|low)$/),
  });
  const ready = await request.get("/api/ready");
  expect([ready.status(), await ready.json()]).toEqual([200, { status: "ready" }]);
  for (const answer of [health, ready])
    expect(answer.headers()).toMatchObject({
      "cache-control": "private, no-store",
      "keep-alive": "timeout=75",
    });
});

test("an app that is asked to stop says so, and answers until its patience is over; its log as JSON has one line an event, with its request and without what was typed", async () => {
  const app = await startSecondApp({ LECTERN_DRAIN_SECONDS: "600", LECTERN_LOG: "json" });
  await fetch(`${app.address}/no/such/page?q=private`);
  try {
    void app.stop();
    await expect.poll(() => statusOf(`${app.address}/api/ready`)).toBe(503);
    expect(await statusOf(app.address)).toBe(200);
    expect(await statusOf(`${app.address}/api/health`)).toBe(200);
  } finally {
    app.child.kill();
    await app.child.exited;
  }
  const events = app.child
    .output()
    .split("\n")
    .map((line) => JSON.parse(line));
  const request = events.find(({ event, path }) => event === "request" && path === "/no/such/page");
  expect(request).toMatchObject({ level: "info", method: "GET", status: 404, ms: expect.any(Number) });
  const warning = events.find(({ level }) => level === "warn");
  expect(warning).toMatchObject({ message: '404: nothing at "/no/such/page"', requestId: request.requestId });
  expect(app.child.output()).not.toContain("private");
});
