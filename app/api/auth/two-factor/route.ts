import { authRefusal } from "@/lib/api/auth-refusal";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { authMessages } from "@/lib/auth/messages";
import { enrolFactor, hasTwoFactor, readFactor } from "@/lib/auth/two-factor.server";
import type { TwoFactor } from "@/lib/auth/types";

/** `GET /api/auth/two-factor`: whether the account has a second factor (`TwoFactor`); 401, 503. */
export const GET = route({ role: "user" }, async ({ client }) => {
  const isOn = (await readFactor(client)) !== undefined;
  const answer: TwoFactor = { isOn, isAvailable: isOn || (await hasTwoFactor(client)) };
  return json(answer);
});

/** `POST /api/auth/two-factor`: starts to enrol a factor (`NewFactor`); or 400, 401, 403, 404, 429, 503. */
export const POST = route({ role: "viewer" }, async ({ client, factors }) => {
  if (!(await hasTwoFactor(client))) return jsonError(404, authMessages.noTwoFactor);
  const { factor, error } = await enrolFactor(client, factors);
  return error ? authRefusal(error) : json(factor);
});
