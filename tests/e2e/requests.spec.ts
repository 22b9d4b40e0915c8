import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { expect, test } from "./fixtures.ts";
import { filesOf } from "./pages.ts";
import { ask } from "./raw-request.ts";

/** Sends a raw request and returns everything received until the server closes the connection. */
async function send(base: string, lines: string[]): Promise<string> {
  const { port } = new URL(base);
  const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "close");
  return received;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test("a request to speak another protocol is answered, and its connection closes", async ({ baseURL }) => {
  const { host } = new URL(baseURL!);
  for (const [protocol, path, status] of [
    ["h2c", "/", 200],
    ["h2c", "/no/such/page", 404],
    ["websocket", "/", 400],
    ["websocket", "/no/such/page", 400],
    ["websocket", "/_next/hmr", 400],
    ["anything", "/api/no-such-route", 404],
  ] as const) {
    // The server closes WebSocket requests by itself, and the others because the client asks for it.
    const connection = protocol === "websocket" ? "Upgrade" : "Upgrade, close";
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Connection: ${connection}`,
      `Upgrade: ${protocol}`,
    ];
    expect(statusOf(await send(baseURL!, head)), `${protocol} at ${path}`).toBe(status);
  }
});

test("an address that cannot be decoded, or holds NUL, is a bad request", async ({ baseURL }) => {
  const bad = ["%", "%zz", "%E0%A4%A", "%ED%A0%80", "a%00b"];
  for (const value of bad)
    for (const path of [
      `/${value}`,
      `/course/${value}`,
      `/search?q=${value}`,
      `/data/${value}`,
      `/api/${value}`,
    ]) {
      const answer = await ask(baseURL!, path);
      expect(answer.status, path).toBe(400);
      expect(answer.headers["content-security-policy"], path).toContain("default-src 'self'");
      expect(answer.headers["x-content-type-options"], path).toBe("nosniff");
      expect(answer.headers["cache-control"], path).toBe("no-store");
      const isApi = path.startsWith("/api/");
      expect(answer.body, path).toContain(
        isApi ? '"message":"This address is not valid."' : "Return to Home",
      );
    }
});

test("pages and files are only read", async ({ baseURL, request }) => {
  const { scripts } = await filesOf(request, "/");
  for (const path of [
    "/",
    "/robots.txt",
    "/icon.svg",
    "/apple-icon",
    scripts[0]!,
    "/course/classical-mechanics",
    "/none",
  ])
    for (const method of ["OPTIONS", "POST", "PUT", "DELETE"]) {
      const answer = await ask(baseURL!, path, { method });
      expect([answer.status, answer.headers.allow], `${method} ${path}`).toEqual([405, "GET, HEAD"]);
    }
});

test("a foreign host is refused", async ({ baseURL }) => {
  const { port } = new URL(baseURL!);
  for (const path of ["/", "/api/health", "/robots.txt"])
    for (const [host, status] of [
      [`localhost:${port}`, 200],
      [`127.0.0.1:${port}`, 200],
      ["example.org", 421],
      [`localhost.example.org:${port}`, 421],
    ] as const)
      expect((await ask(baseURL!, path, { headers: { host } })).status, `${host}${path}`).toBe(status);
});

test("a connection is free for the next request after a body that is too long", async ({ baseURL }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { origin: baseURL!, "content-type": "application/json" };
  for (const length of [20_000, 300_000, 3_000_000]) {
    const body = JSON.stringify("x".repeat(length));
    const refused = await ask(baseURL!, "/api/auth/sign-in", { method: "POST", headers, body, agent });
    expect(refused.status).toBe(413);
    expect((await ask(baseURL!, "/api/health", { agent })).status).toBe(200);
  }
  agent.destroy();
});
