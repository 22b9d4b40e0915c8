"use client";

import { apiMessages } from "@/lib/api/messages";
import { announceSession } from "./session.client";

export type Outcome = { ok: true } | { ok: false; status: number; message: string };

/** Sends JSON to a route of this app. Failures, the network's included, are values with a message. */
export async function send(method: "POST" | "PUT", path: string, body?: object): Promise<Outcome> {
  try {
    const answer = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    if (answer.ok) return { ok: true };
    const { message } = await answer.json();
    return { ok: false, status: answer.status, message: String(message) };
  } catch {
    return { ok: false, status: 0, message: apiMessages.unreachable };
  }
}

/** What a request for data found out when nobody is signed in (any more). */
export class SignedOutError extends Error {}

/** Reads JSON from a route of this app, for SWR. A session that has ended is announced to the page. */
export async function read<Data>(path: string): Promise<Data> {
  const answer = await fetch(path);
  if (answer.status === 401) {
    announceSession();
    throw new SignedOutError();
  }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
