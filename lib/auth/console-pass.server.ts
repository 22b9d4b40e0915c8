import "server-only";
import { getAppEnv } from "../env.ts";
import type { Viewer } from "./types.ts";

/** The request header in which the middleware sends a pass to the page. */
export const PASS_HEADER = "x-lectern-console-pass";

const GOOD_FOR_MS = 30_000;
const encoder = new TextEncoder();

/**
 * Creates a pass, by which the middleware tells the page whom it has just verified, and with which role, so that the
 * page need not ask the auth service and the database again. A pass is signed with the secret key and valid for one
 * access token and 30 seconds, so clients cannot forge one.
 */
export async function createPass(viewer: Viewer, token: string): Promise<string> {
  const content = encode(encoder.encode(JSON.stringify({ viewer, until: Date.now() + GOOD_FOR_MS })));
  return `${content}.${encode(await crypto.subtle.sign("HMAC", await signingKey(), signed(content, token)))}`;
}

/** The account that a pass names; null if the pass is missing, forged, expired, or for another token. */
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
