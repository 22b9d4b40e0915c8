import { adminOf } from "@/lib/auth/admin.server";
import { answer } from "@/lib/auth/api-route.server";
import { readBearer } from "@/lib/supabase/token.server";

/**
 * `POST /api/verify-admin` with `Authorization: Bearer {access token}`: `{ isAdmin }`. It goes by the
 * token alone, no cookie; without a good one, and whenever the check fails, nobody is an administrator.
 */
export async function POST(request: Request): Promise<Response> {
  const admin = await adminOf(readBearer(request.headers.get("authorization")));
  return answer({ isAdmin: admin !== null });
}
