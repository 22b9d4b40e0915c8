import { isWorkerd } from "./runtime.ts";

/** Where `setClientAddresses` leaves a visitor's address for the code that answers the request. */
export const CLIENT_ADDRESS_HEADER = "x-forwarded-for";

/** The visitor's address, from the headers of a request; "unknown" where there is none. */
export function readClientAddress(headers: Pick<Headers, "get">): string {
  // A host that is no Node server sets the header itself, and its own entry is the last. Cloudflare has one of its own.
  return (
    headers
      .get(isWorkerd ? "cf-connecting-ip" : CLIENT_ADDRESS_HEADER)
      ?.split(",")
      .at(-1)
      ?.trim() || "unknown"
  );
}
