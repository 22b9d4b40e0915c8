"use client";

import { ACCOUNT_HEADER, OTHER_ACCOUNT } from "@/lib/api/account";
import { apiMessages } from "@/lib/api/messages";
import { fetchWithTimeout, isTransient } from "./fetch-with-timeout.client";
import { getAccountId, notifySessionChange } from "./session.client";

/** `status` is 0 if there was no response. `code` is the auth service's error code; `retryAfter` is in seconds. */
export type Failure = { ok: false; status: number; message: string; code?: string; retryAfter?: number };
export type Result<Data> = { ok: true; data: Data } | Failure;

/** Reads JSON from a route of the app. */
export function get<Data>(path: string): Promise<Result<Data>> {
  return request(path);
}

export type Method = "POST" | "PUT" | "DELETE";

type SendOptions = {
  signal?: AbortSignal;
  /** See `fetchWithTimeout`. */
  timeoutMs?: number;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  /** The id of the account that the request is for, if it is not that of the page at the moment. */
  account?: string;
};

/** Sends JSON to a route of the app, and reads the JSON of its response. */
export function send<Data>(
  method: Method,
  path: string,
  body: object = {},
  { signal, timeoutMs, keepalive, account }: SendOptions = {},
): Promise<Result<Data>> {
  const headers = { "Content-Type": "application/json", ...(account && { [ACCOUNT_HEADER]: account }) };
  return request(path, { method, headers, body: JSON.stringify(body), signal, keepalive }, timeoutMs);
}

/** Sends a file to a route of the app, and reads the JSON of its response. */
export const sendFile = <Data>(path: string, file: File): Promise<Result<Data>> =>
  request(path, { method: "POST", body: file });

/** `get` for SWR, which expects failures to be thrown. */
export async function load<Data>(path: string): Promise<Data> {
  const result = await get<Data>(path);
  if (!result.ok) throw new Error(`${path} answered ${result.status}: ${result.message}`);
  return result.data;
}

/**
 * The failure of a response outside of 2xx with the body `text`. A 401 also marks the session as ended, and the page
 * turns to another account if that is signed in now.
 */
export function toFailure(status: number, text: string): Failure {
  const { message, error, code } = parse(text);
  if (status === 401) notifySessionChange({ hasEnded: true });
  if (code === OTHER_ACCOUNT) notifySessionChange({ hasEnded: true, isAnother: true });
  const reason = message || error;
  return {
    ok: false,
    status,
    message: reason ? String(reason) : sayingOf(status),
    ...(typeof code === "string" && { code }),
  };
}

/** The message for a response that has none of its own, such as a proxy's. */
function sayingOf(status: number): string {
  if (status === 401) return apiMessages.notSignedIn;
  if (status === 429) return apiMessages.busy;
  return status >= 500 ? apiMessages.unavailable : `The server answered ${status}`;
}

/** Whether what was to be saved for an account must wait: it may be accepted later, or when the account is back. */
export const mustWait = (failure: Failure): boolean =>
  isTransient(failure) || failure.status === 401 || failure.code === OTHER_ACCOUNT;

async function request<Data>(path: string, init?: RequestInit, timeoutMs?: number): Promise<Result<Data>> {
  try {
    const account = getAccountId();
    const headers = { ...(account && { [ACCOUNT_HEADER]: account }), ...init?.headers };
    const response = await fetchWithTimeout(path, { ...init, headers }, timeoutMs);
    const text = await response.text();
    if (response.ok) return { ok: true, data: JSON.parse(text) };
    const retryAfter = Number(response.headers.get("Retry-After"));
    return { ...toFailure(response.status, text), ...(retryAfter > 0 && { retryAfter }) };
  } catch {
    return { ok: false, status: 0, message: apiMessages.unreachable };
  }
}

/** Routes and storage services describe errors as JSON; a proxy in between may not. */
function parse(text: string): { message?: unknown; error?: unknown; code?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
