import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { removeInstallation } from "../embedded/installation.ts";
import { Administrator } from "../faults/administrator.ts";
import { Installation } from "../faults/installation.ts";
import { makeLecturesFile } from "../faults/lectures-file.ts";
import { freePort } from "../free-port.ts";
import { longTest } from "../long-test.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { type Nginx, startShippedProxy } from "./nginx.ts";

/** An installation whose visitors and administrator connect through the proxy. */
class BehindProxy extends Installation {
  proxy: Nginx | undefined;
  override get url(): string {
    return this.proxy?.url ?? super.url;
  }
}

let installation: BehindProxy;
let administrator: Administrator;

beforeAll(async () => {
  installation = new BehindProxy(await copyEmptyInstallation(), await freePort(), {
    // This test checks the cache of the proxy, so a busy database must not affect it.
    LECTERN_PAGE_TIMEOUT_MS: "60000",
  });
  await installation.start();
  installation.proxy = await startShippedProxy(installation.url);
  administrator = await Administrator.signUp(installation);
});
afterAll(async () => {
  await installation?.proxy?.stop();
  await installation?.stop();
  if (installation) await removeInstallation(installation.dataDir);
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${installation.url}${path}`, { headers, redirect: "manual" });

type Answers = { asked: number; isNew: boolean }[];

/**
 * Requests a page again and again, at the pace of many visitors. The returned function continues until one and a half
 * seconds after the change, and returns the requests sent more than one second after it that still got the old page.
 */
function keepAsking(path: string, isNew: (html: string) => boolean): (changed: number) => Promise<Answers> {
  const answers: Answers = [];
  let end = Number.POSITIVE_INFINITY;
  const askers = Array.from({ length: 2 }, async () => {
    for (let asked = 0; asked < end; await delay(30)) {
      asked = performance.now();
      answers.push({ asked, isNew: isNew(await (await ask(path)).text()) });
    }
  });
  return async (changed) => {
    end = changed + 1500;
    await Promise.all(askers);
    const since = answers.filter(({ asked }) => asked > changed + 1000);
    expect(since.length).toBeGreaterThan(0);
    expect(answers.some((answer) => !answer.isNew)).toBe(true);
    return since.filter((answer) => !answer.isNew);
  };
}

test("an import through the proxy shows on a busy page within a second", async () => {
  const oldOnesAfter = keepAsking("/", (html) => !html.includes("No Courses Yet"));
  // The file is larger than any request except an upload may be.
  const { csv } = makeLecturesFile("Proxied", 3000, createRandom(1));
  const id = await administrator.importFile("proxied.csv", csv);
  const client = await installation.client();
  let status = "pending";
  for (; status !== "completed"; await delay(50)) {
    const { data } = await client.from("import_jobs").select("status").eq("id", id).single().throwOnError();
    status = data.status;
    expect(status).not.toBe("failed");
  }
  expect(await oldOnesAfter(performance.now())).toEqual([]);
});

longTest("pages of a catalogue that has changed leave the proxy within a second", async () => {
  const client = await installation.client();
  const oldOnesAfter = keepAsking("/", (html) => html.includes("No Courses Yet"));
  await client.from("lectures").delete().gt("id", 0).throwOnError();
  expect(await oldOnesAfter(performance.now())).toEqual([]);
});

test("the proxy keeps pages apart from the data of navigation within the app", async () => {
  const kinds: Record<string, string>[] = [
    {},
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  ];
  const seen = new Set<string>();
  // On a busy machine a round may take longer than the second that answers are kept.
  for (let round = 1; round <= 2 || (round <= 100 && !seen.has("HIT")); round++) {
    for (const kind of kinds) {
      // The app first redirects a navigation to a URL with a hash of these headers.
      const answer = await fetch(`${installation.url}/planner`, { headers: kind });
      seen.add(`${answer.headers.get("x-cache")}`);
      const type = kind.rsc ? /^text\/x-component/ : /^text\/html/;
      expect(answer.headers.get("content-type"), JSON.stringify(kind)).toMatch(type);
      expect(/^<!DOCTYPE html>/.test(await answer.text()), JSON.stringify(kind)).toBe(!kind.rsc);
    }
  }
  expect(seen).toContain("HIT");
});

test("the proxy's key holds every header that the app's answers vary by", async () => {
  const vary = (await ask("/planner")).headers.get("vary")?.toLowerCase().split(/,\s*/) ?? [];
  expect(vary).toContain("rsc");
  for (const header of vary) {
    // No other request has these values: if the cache key lacked the header, the second request would hit the first.
    const values = header === "accept-encoding" ? ["gzip", "identity"] : ["%5B1%5D", "%5B2%5D"];
    const path = `/planner?${header}=${Math.random()}`;
    for (const value of values) {
      expect((await ask(path, { [header]: value })).headers.get("x-cache"), header).toBe("MISS");
    }
  }
});

test("the proxy stores nothing of the console, accounts, the API and searches", async () => {
  for (const path of ["/admin-console", "/auth", "/api/viewer", "/api/learning", "/search?q=proxied"]) {
    await ask(path);
    expect((await ask(path)).headers.get("x-cache"), path).toBeNull();
  }
  const answer = await ask("/api/viewer");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("scripts come compressed, immutable and from the cache of the proxy", async () => {
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(await (await ask("/")).text()) ?? [];
  await (await ask(script!)).text();
  const { headers } = await ask(script!);
  expect(headers.get("x-cache")).toBe("HIT");
  expect(headers.get("content-encoding")).toBe("gzip");
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});
