import { redirect } from "next/navigation";
import { confirmLink } from "@/lib/auth/confirm.server";
import { safeNext } from "@/lib/auth/safe-next";
import { routes } from "@/lib/routes";
import { sessionClient } from "@/lib/supabase/session.server";

/**
 * `GET /auth/confirm`, the target of mailed links: signs in and redirects to `next`, or to the form for a new
 * password. An invalid link redirects to the sign-in page, which says so.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await confirmLink(await sessionClient(), searchParams))) redirect(routes.invalidLink());
  const next = searchParams.get("next");
  const wantsPassword = searchParams.get("type") === "recovery" || next === routes.newPassword();
  redirect(wantsPassword ? routes.newPassword() : routes.after(safeNext(next)));
}
