import "server-only";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";
import type { LinkProof } from "./mailed-link.ts";
import { findFactor } from "./two-factor.server.ts";

type LinkOutcome = {
  /** The access token of the new session; null if a change of address still needs its second link. */
  token: string | null;
  email: string;
  /** Whether the link was mailed to set a new password. */
  isRecovery: boolean;
  /** Whether the account has a second factor. */
  needsCode: boolean;
  error: AuthFailure | null;
};

/** Confirms a mailed link and signs the client in. A link can be used only once. */
export async function confirmLink(client: SessionClient, proof: LinkProof): Promise<LinkOutcome> {
  const { data, error } =
    "code" in proof
      ? await client.auth.exchangeCodeForSession(proof.code)
      : await client.auth.verifyOtp({ token_hash: proof.tokenHash, type: proof.type });
  const token = data.session?.access_token ?? null;
  const needsCode = findFactor(data.user?.factors) !== undefined;
  const email = data.user?.email ?? "";
  return { token, email, isRecovery: isRecovery(proof, data), needsCode, error };
}

/** For a code, supabase-js reads the purpose from the cookie with the code verifier, in the requesting browser. */
function isRecovery(proof: LinkProof, data: object): boolean {
  if ("code" in proof) return "redirectType" in data && data.redirectType === "recovery";
  return proof.type === "recovery" || proof.type === "invite";
}
