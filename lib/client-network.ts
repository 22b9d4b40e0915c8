import { isIPv6 } from "node:net";

/** One visitor's network: an IPv4 address, or the /64 of an IPv6 address, which a household gets. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  if (tail !== undefined)
    groups.push(...Array(Math.max(0, 8 - groups.length - last.length)).fill("0"), ...last);
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
