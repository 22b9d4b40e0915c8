import { createHash, timingSafeEqual } from "node:crypto";
import { type Handler, readFields, refusal } from "./auth-calls.ts";
import { collectMail } from "./mailer.ts";

/**
 * `POST /admin/generate_link` `{ type: "recovery", email }` with the secret key: returns the token that a mail to set
 * a new password would carry, without sending the mail.
 */
export async function generateLink(request: Request, next: Handler, secretKey: string): Promise<Response> {
  if (!isSame(request.headers.get("apikey") ?? "", secretKey))
    return refusal(401, "no_authorization", "This endpoint requires the secret key");
  const { type, email } = await readFields(request);
  if (type !== "recovery")
    return refusal(400, "validation_failed", "Only links to set a new password are made");
  const recover = new Request(new URL("/auth/v1/recover", request.url), {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { response, mail } = await collectMail(() => next(recover));
  if (!response.ok) return response;
  if (!mail) return refusal(404, "user_not_found", "User with this email not found");
  const hashed_token = mail.variables.TokenHash;
  return Response.json({ id: mail.accountId, email: mail.to, hashed_token, verification_type: type });
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}
