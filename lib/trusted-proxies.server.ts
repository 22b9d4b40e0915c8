import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { parseSettings } from "./env.ts";

/** Whether an address belongs to a trusted proxy. */
type IsTrusted = (address: string) => boolean;

/** @param proxies addresses and ranges, such as `10.0.0.0/8`: `Settings["trustedProxies"]` */
export function createTrust(proxies: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address, bits] = proxy.split("/") as [string, string?];
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/**
 * The address of the visitor who sent a request: that of the connection, or if this is a trusted proxy, the address
 * that the proxy reports. Proxies append to the header, so it is read from its end. Everything before the first
 * untrusted address may be forged by that sender and is ignored.
 */
export function clientAddress(
  connection: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  const named = forwardedFor?.split(",").map((part) => normalize(part.trim())) ?? [];
  let address = normalize(connection);
  while (isTrusted(address)) {
    const before = named.pop();
    if (!before || !isIP(before)) break;
    address = before;
  }
  return address;
}

/**
 * Sets `X-Forwarded-For` of every request in this process to the visitor's address alone. Next would pass on a header
 * that the visitor sent.
 */
export function setClientAddresses(): void {
  const isTrusted = createTrust(parseSettings(process.env).trustedProxies);
  subscribe("http.server.request.start", (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    const named = headers[CLIENT_ADDRESS_HEADER]?.toString();
    headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress ?? "", named, isTrusted);
  });
}

/** An address without its port; an IPv4-mapped IPv6 address is written as IPv4. */
function normalize(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  return (bare?.[1] ?? bare?.[2] ?? address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
