import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** Why a request is refused: a status, a sentence for the person who sent it, and the response headers it needs. */
export type Refusal = {
  status: 400 | 401 | 404 | 405 | 421 | 429 | 503;
  message: string;
  headers?: Record<string, string>;
};

type Request = Pick<IncomingMessage, "url" | "method" | "headers">;

/**
 * Why a request is refused before the app sees it; null if it may proceed.
 * @param hosts the hosts that a request may name; any host if absent
 */
export function refuse(
  { url = "", method = "", headers }: Request,
  hosts?: readonly string[],
): Refusal | null {
  if (hosts && !hosts.map(withoutUsualPort).includes(withoutUsualPort(headers.host ?? "")))
    return { status: 421, message: "This site is not at that address." };
  if (!isWellFormed(url) || isUnresolved(url) || url.split("&").length > PARAMETER_LIMIT)
    return { status: 400, message: "This address is not valid." };
  if (!isRouterState(headers["next-router-state-tree"]))
    return { status: 400, message: "The router's state is not valid." };
  if (headers.upgrade?.toLowerCase() === "websocket")
    return { status: 400, message: "There are no websockets here.", headers: { Connection: "close" } };
  // Pages and files are read-only; changes go through the API.
  if (!isApi(url) && method !== "GET" && method !== "HEAD")
    return { status: 405, message: "This address can only be read.", headers: { Allow: "GET, HEAD" } };
  // Next answers other methods with 500.
  if (!METHODS.includes(method))
    return { status: 405, message: "This method is not known here.", headers: { Allow: METHODS.join(", ") } };
  return null;
}

/** The most parameters of an address. Next takes a time that grows with the square of their number. */
const PARAMETER_LIMIT = 100;

/** The methods that routes of the API may have. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** A host as in an address: in lower case, without the default port of HTTP or HTTPS. */
const withoutUsualPort = (host: string) => host.toLowerCase().replace(/:(80|443)$/, "");

export const isApi = (url: string) => url.startsWith("/api/");

/**
 * Whether an address has steps such as `/../` or a fragment, or names a server. Browsers resolve steps and keep fragments
 * to themselves; Next would do so after the limits have counted the address as it is written.
 */
const isUnresolved = (url: string) =>
  !url.startsWith("/") || url.includes("#") || /[/\\](\.|%2e){1,2}([/\\?]|$)/i.test(url.split("?")[0] ?? "");

/** Whether Next can read the header by which its router tells what the browser has; if not, Next answers with 500. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address can be decoded and contains no NUL, which a PostgreSQL text cannot store. */
function isWellFormed(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes("\0");
  } catch {
    return false;
  }
}
