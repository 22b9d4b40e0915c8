import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startLoopbackServer } from "../loopback-server.ts";

type Mail = { to: string; kind: "signup" | "magiclink" | "recovery"; tokenHash: string; code: string };
type Account = { password: string; isConfirmed: boolean };
type Answer = { status: number; body: object };

/**
 * An auth service that confirms addresses, in front of the tests' Supabase, which signs in at once and sends no mail.
 * It answers sign-up, sign-in, verification and mail requests like a hosted service, stores its mails, and lets the
 * Supabase behind it make accounts and sessions. If `isDown` is set, every call to it fails.
 */
export async function startConfirmingBackend(target: string) {
  const state = { isDown: false, mails: [] as Mail[] };
  const accounts = new Map<string, Account>();

  const call = async (path: string, headers: IncomingMessage["headers"], body: object): Promise<Answer> => {
    const answer = await fetch(target + path, {
      method: "POST",
      headers: { apikey: String(headers.apikey), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const signIn = (email: string, headers: IncomingMessage["headers"]) =>
    call("/auth/v1/token?grant_type=password", headers, { email, password: accounts.get(email)?.password });
  const send = (to: string, kind: Mail["kind"]) =>
    state.mails.push({ to, kind, tokenHash: `pkce_${randomUUID()}`, code: randomUUID() });
  const error = (status: number, code: string, message: string): Answer => ({
    status,
    body: { code, error_code: code, message },
  });

  /** The answer to a call that is handled here; null if the call is forwarded. */
  async function answer(path: string, headers: IncomingMessage["headers"], body: Record<string, string>) {
    const email = body.email ?? "";
    const account = accounts.get(email);
    if (state.isDown) return error(503, "", "down");
    const { pathname, searchParams } = new URL(path, target);
    const made = { id: randomUUID(), aud: "authenticated", email, created_at: new Date().toISOString() };
    switch (pathname.replace("/auth/v1", "")) {
      case "/signup": {
        if (account?.isConfirmed) return { status: 200, body: { ...made, identities: [] } };
        if (!account) {
          const { status, body: refusal } = await call(path, headers, body);
          if (status >= 400) return { status, body: refusal };
          accounts.set(email, { password: body.password ?? "", isConfirmed: false });
        } else return error(429, "over_email_send_rate_limit", "You can only request this after 59 seconds.");
        send(email, "signup");
        return { status: 200, body: { ...made, identities: [{ id: made.id }] } };
      }
      case "/otp":
        if (!account) return error(422, "otp_disabled", "Signups not allowed for otp");
        send(email, account.isConfirmed ? "magiclink" : "signup");
        return { status: 200, body: {} };
      case "/recover":
        if (account) send(email, "recovery");
        return { status: 200, body: {} };
      case "/verify":
        return use((mail) => mail.tokenHash === body.token_hash, headers);
      case "/token": {
        const grant = searchParams.get("grant_type");
        if (grant === "pkce") return use((mail) => mail.code === body.auth_code, headers);
        const isRight = account && !account.isConfirmed && body.password === account.password;
        return isRight ? error(400, "email_not_confirmed", "Email not confirmed") : null;
      }
      default:
        return null;
    }
  }

  function use(isMeant: (mail: Mail) => boolean, headers: IncomingMessage["headers"]) {
    const mail = state.mails.find(isMeant);
    const account = mail && accounts.get(mail.to);
    if (!mail || !account) return error(403, "otp_expired", "Email link is invalid or has expired");
    state.mails = state.mails.filter((other) => other !== mail);
    account.isConfirmed = true;
    return signIn(mail.to, headers);
  }

  const server = await startLoopbackServer(async (incoming, outgoing) => {
    const { method = "GET", headers, url = "/" } = incoming;
    const content = await text(incoming);
    const own =
      method === "POST" && url.startsWith("/auth/") && content
        ? await answer(url, headers, JSON.parse(content))
        : null;
    if (own)
      outgoing.writeHead(own.status, { "content-type": "application/json" }).end(JSON.stringify(own.body));
    else await forward(target, { method, headers, url, content }, outgoing);
  });
  const lastMail = (to: string) => state.mails.findLast((mail) => mail.to === to);
  return Object.assign(state, server, { lastMail });
}

type Call = { method: string; headers: IncomingMessage["headers"]; url: string; content: string };

async function forward(target: string, { method, headers, url, content }: Call, outgoing: ServerResponse) {
  const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
  const answer = await fetch(target + url, {
    method,
    headers: kept as Record<string, string>,
    body: content || undefined,
  });
  // Without the version supabase-js does not read error codes.
  const passed = ["content-type", "x-supabase-api-version"].map((name) => [name, answer.headers.get(name)]);
  outgoing.writeHead(answer.status, Object.fromEntries(passed.filter(([, value]) => value !== null)));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}
