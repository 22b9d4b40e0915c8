"use client";

import { announceSession } from "@/components/auth/session.client";
import { apiMessages } from "@/lib/api/messages";
import { importMessages } from "@/lib/lecture-import/messages";

/** `status` is 0 where there was no answer at all. */
export type Refusal = { ok: false; status: number; message: string };
export type Answer<Data> = { ok: true; data: Data } | Refusal;

/** How long an answer may take that is asked for again anyway. */
const PATIENCE_MS = 60_000;

/** Sends JSON to a route of the app. */
export function post<Data>(path: string, body: object, signal?: AbortSignal): Promise<Answer<Data>> {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Reads JSON from a route of the app. */
export function get<Data>(path: string): Promise<Answer<Data>> {
  return ask(path, { signal: AbortSignal.timeout(PATIENCE_MS) });
}

/** Whether there was no answer, or one that says nothing about what was asked for. */
export function isTransient({ status }: Refusal): boolean {
  return status === 0 || status === 429 || status >= 500;
}

async function ask<Data>(path: string, init: RequestInit): Promise<Answer<Data>> {
  try {
    const response = await fetch(path, init);
    const text = await response.text();
    return response.ok ? { ok: true, data: JSON.parse(text) } : refusal(response.status, text);
  } catch {
    return { ok: false, status: 0, message: apiMessages.unreachable };
  }
}

/** What an answer that is none of 2xx means, `text` being its body. A session that has ended is announced. */
export function refusal(status: number, text: string): Refusal {
  if (status === 401) {
    announceSession();
    return { ok: false, status, message: importMessages.notAuthenticated };
  }
  return { ok: false, status, message: readMessage(text) ?? `The server answered ${status}` };
}

/** Our routes, and storages, say what is wrong as JSON; what stands between them and us may not. */
function readMessage(text: string): string | null {
  try {
    const { message, error } = JSON.parse(text);
    return message || error ? String(message || error) : null;
  } catch {
    return null;
  }
}
