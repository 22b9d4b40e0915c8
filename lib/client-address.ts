import { isWorkerd } from "./runtime.ts";

/** The header in which `setClientAddresses` stores the visitor's address for the request handlers. */
export const CLIENT_ADDRESS_HEADER = "x-forwarded-for";

/** The visitor's address, from the headers of a request; "unknown" if there is none. */
export function readClientAddress(headers: Pick<Headers, "get">): string {
  // A host other than Node's server appends its own entry to the header, so the last one counts. Cloudflare uses
  // a header of its own.
  return (
    headers
      .get(isWorkerd ? "cf-connecting-ip" : CLIENT_ADDRESS_HEADER)
      ?.split(",")
      .at(-1)
      ?.trim() || "unknown"
  );
}
