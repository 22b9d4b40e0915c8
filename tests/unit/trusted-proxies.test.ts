import { expect, test } from "vitest";
import { clientAddress, createTrust, setClientAddresses } from "../../lib/trusted-proxies.server.ts";
import { startLoopbackServer } from "../loopback-server.ts";

const trusted = createTrust(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]);

test.each([
  ["a visitor's connection", "203.0.113.9", undefined, "203.0.113.9"],
  ["a visitor who names another address", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a proxy's visitor", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["a proxy's visitor who named another address", "127.0.0.1", "192.0.2.7, 198.51.100.1", "198.51.100.1"],
  ["a visitor behind two proxies", "127.0.0.1", "198.51.100.1, 10.1.2.3", "198.51.100.1"],
  ["a proxy that names no visitor", "127.0.0.1", undefined, "127.0.0.1"],
  ["a proxy that names nonsense", "127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
  ["an IPv4 connection on an IPv6 socket", "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["a proxy with an IPv6 address", "2001:db8::5", "2001:db9::1", "2001:db9::1"],
  ["a proxy that names ports", "10.0.0.1", "[2001:db9::1]:4711, 10.9.9.9:80", "2001:db9::1"],
  ["an address like a trusted one", "110.0.0.1", "198.51.100.1", "110.0.0.1"],
])("%s", (_name, connection, header, expected) => {
  expect(clientAddress(connection, header, trusted)).toBe(expected);
});

test("every request of a server carries its visitor's address, whatever it came with", async () => {
  setClientAddresses();
  const server = await startLoopbackServer((request, response) =>
    response.end(request.headers["x-forwarded-for"]),
  );
  const ask = async (headers: Record<string, string>) => (await fetch(server.url, { headers })).text();
  expect(await ask({})).toBe("127.0.0.1");
  expect(await ask({ "x-forwarded-for": "198.51.100.1" })).toBe("127.0.0.1");
  await server.stop();
});
