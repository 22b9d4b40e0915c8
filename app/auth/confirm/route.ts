import { redirect } from "next/navigation";
import { confirmLink } from "@/lib/auth/confirm.server";
import { safeNext } from "@/lib/auth/safe-next";
import { routes } from "@/lib/routes";
import { sessionClient } from "@/lib/supabase/session.server";

/**
 * `GET /auth/confirm`, where the links in mails lead: signs in and goes on to `next`, or to the new
 * password that was asked for; a link that is no good leads to signing in, which says so.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await confirmLink(await sessionClient(), searchParams))) redirect(routes.invalidLink());
  const next = searchParams.get("next");
  const wantsPassword = searchParams.get("type") === "recovery" || next === routes.newPassword();
  redirect(wantsPassword ? routes.newPassword() : routes.after(safeNext(next)));
}
