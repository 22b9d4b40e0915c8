import "server-only";
import { getAppEnv } from "../env.ts";
import type { Viewer } from "./types.ts";

/** The header by which the middleware hands a pass to the page behind it. */
export const PASS_HEADER = "x-lectern-console-pass";

const GOOD_FOR_MS = 30_000;
const encoder = new TextEncoder();

/**
 * What the middleware tells the page: whom it has just verified, with the role, so that the page need not ask the
 * auth service and the database the same again. Signed with the secret key, good for one access token and 30 seconds:
 * one that a client sends itself is worth nothing.
 */
export async function createPass(viewer: Viewer, token: string): Promise<string> {
  const content = encode(encoder.encode(JSON.stringify({ viewer, until: Date.now() + GOOD_FOR_MS })));
  return `${content}.${encode(await crypto.subtle.sign("HMAC", await signingKey(), signed(content, token)))}`;
}

/** Whom a pass names; null where it is missing, forged, too old, or another token's. */
export async function readPass(pass: string | null, token: string): Promise<Viewer | null> {
  const [content, signature] = pass?.split(".") ?? [];
  if (!content || !signature) return null;
  try {
    const key = await signingKey();
    if (!(await crypto.subtle.verify("HMAC", key, decode(signature), signed(content, token)))) return null;
    const { viewer, until } = JSON.parse(new TextDecoder().decode(decode(content)));
    return until > Date.now() ? viewer : null;
  } catch {
    return null;
  }
}

const signed = (content: string, token: string) => encoder.encode(`lectern console pass.${content}.${token}`);

function signingKey(): Promise<CryptoKey> {
  const secret = encoder.encode(getAppEnv().secretKey);
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

const encode = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  Buffer.from(bytes as ArrayBuffer).toString("base64url");
const decode = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
