import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { parseSettings } from "./env.ts";

/** Whether an address is one of these addresses and ranges, such as `10.0.0.0/8`. */
type IsTrusted = (address: string) => boolean;

/** @param proxies as `Settings["trustedProxies"]` */
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
 * The address of the visitor who sent a request: the connection's own, or where a trusted proxy has it, the one that
 * this proxy names. Proxies add themselves at the end, so the header is read from there; what stands before an
 * address that is not trusted is that sender's word.
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
 * Gives every request of this process its visitor's address as the one entry of `X-Forwarded-For`. Next keeps a header
 * that came along, which every visitor can write.
 */
export function setClientAddresses(): void {
  const isTrusted = createTrust(parseSettings(process.env).trustedProxies);
  subscribe("http.server.request.start", (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    const named = headers[CLIENT_ADDRESS_HEADER]?.toString();
    headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress ?? "", named, isTrusted);
  });
}

/** An IPv4 address that came by IPv6 in its own spelling, and any address without a port. */
function normalize(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  return (bare?.[1] ?? bare?.[2] ?? address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
