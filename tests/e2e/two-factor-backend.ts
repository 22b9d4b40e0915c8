import { createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { Secret, TOTP } from "otpauth";
import type postgres from "postgres";
import { FACTORS_SQL } from "../db/hosted-postgres.ts";
import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

type Claims = { sub: string; session_id: string; email: string; aal?: string; exp: number };
type Call = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, string>;
};
type Answer = { status: number; body: object };

const ok = (body: object): Answer => ({ status: 200, body });
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { code: status, error_code: code, msg: code },
});
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const claimsOf = (token = ""): Claims =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");

/**
 * An auth service with second factors, in front of the tests' Supabase, which has none. It answers requests about
 * factors like a hosted service, stores factors in the same table, and forwards all other requests.
 */
export async function startTwoFactorBackend(target: string, jwtSecret: string, sql: postgres.Sql) {
  await sql.unsafe(FACTORS_SQL);
  const refreshTokens = new Map<string, string>();
  const listFactors = (user = "") =>
    sql`select id, factor_type, status, created_at, updated_at from auth.mfa_factors where user_id = ${user}`;

  /** Forwards a call; an account in the response gets its factors. */
  async function handOn({ method, path, headers, body }: Call): Promise<Answer> {
    const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
    const content = Object.keys(body).length > 0 ? JSON.stringify(body) : undefined;
    const response = await fetch(target + path, {
      method,
      headers: kept as Record<string, string>,
      body: content,
    });
    const answer = await response.json().catch(() => ({}));
    const user = path.startsWith("/auth/v1/user") ? answer : answer.user;
    if (response.ok && user?.id) user.factors = await listFactors(user.id);
    if (answer.access_token)
      refreshTokens.set(claimsOf(answer.access_token).session_id, answer.refresh_token);
    return { status: response.status, body: answer };
  }

  async function enrol({ sub, email }: Claims, { factor_type, issuer }: Call["body"]): Promise<Answer> {
    if (factor_type !== "totp") return refusal(400, "validation_failed");
    if ((await listFactors(sub)).length > 0) return refusal(422, "mfa_factor_name_conflict");
    const id = randomUUID();
    const secret = new Secret();
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values (${id}, ${sub}, 'totp', 'unverified', now(), now(), ${secret.base32})`;
    const uri = new TOTP({ issuer, label: email, secret }).toString();
    return ok({ id, type: "totp", totp: { qr_code: "<svg/>", secret: secret.base32, uri } });
  }

  /** Raises the session to level `aal2`, and ends all sessions of the account below that level. */
  async function verify(id: string, claims: Claims, { code = "" }: Call["body"]): Promise<Answer> {
    const { sub, session_id, email, exp } = claims;
    const [factor] = await sql`select secret from auth.mfa_factors where id = ${id} and user_id = ${sub}`;
    if (new TOTP({ secret: factor?.secret }).validate({ token: code }) === null)
      return refusal(422, "mfa_verification_failed");
    await sql`update auth.mfa_factors set status = 'verified' where id = ${id}`;
    await sql`update auth.sessions set aal = 'aal2' where id = ${session_id}`;
    await sql`delete from auth.sessions where user_id = ${sub} and aal is distinct from 'aal2'`;
    const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, aal: "aal2" })}`;
    const signature = createHmac("sha256", jwtSecret).update(signed).digest("base64url");
    return ok({
      access_token: `${signed}.${signature}`,
      refresh_token: refreshTokens.get(session_id),
      token_type: "bearer",
      expires_in: 3600,
      expires_at: exp,
      user: { id: sub, aud: "authenticated", email, factors: await listFactors(sub) },
    });
  }

  async function remove(id: string, { sub, aal = "" }: Claims): Promise<Answer> {
    const { count } = await sql`
      delete from auth.mfa_factors
      where id = ${id} and user_id = ${sub} and (status = 'unverified' or ${aal} = 'aal2')`;
    return count === 1 ? ok({ id }) : refusal(422, "insufficient_aal");
  }

  async function answer(call: Call): Promise<Answer> {
    const claims = claimsOf(call.headers.authorization);
    const [kind, first = "", second = "", third = ""] = call.path.replace("/auth/v1/", "").split(/[/?]/);
    const isAdmin = kind === "admin" && second !== "" && call.path.includes("/factors");
    if (isAdmin && call.method === "GET") return ok(await listFactors(second));
    if (isAdmin) {
      await sql`delete from auth.mfa_factors where user_id = ${second}`;
      return ok({ id: third });
    }
    if (kind === "factors" && call.method === "DELETE") return remove(first, claims);
    if (kind === "factors" && second === "challenge") return ok({ id: randomUUID(), type: "totp" });
    if (kind === "factors" && second === "verify") return verify(first, claims, call.body);
    if (kind === "factors") return enrol(claims, call.body);
    const isChange = kind === "user" && call.method === "PUT";
    if (isChange && claims.aal !== "aal2" && (await listFactors(claims.sub)).length > 0)
      return refusal(401, "insufficient_aal");
    return handOn(call);
  }

  const server = await startLoopbackServer(async (incoming, outgoing) => {
    const { method = "GET", headers, url: path = "/" } = incoming;
    if (!path.startsWith("/auth/")) return forward(new URL(path, target), incoming, outgoing);
    const content = await text(incoming);
    const { status, body } = await answer({
      method,
      path,
      headers,
      body: content ? JSON.parse(content) : {},
    });
    outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await sql`drop table auth.mfa_factors`;
    },
  };
}
