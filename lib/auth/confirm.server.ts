import "server-only";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";
import type { LinkProof } from "./mailed-link.ts";
import { findFactor } from "./two-factor.server.ts";

/**
 * The outcome of a mailed link. `isSignedIn` is false where a change of address waits for its second link; `needsCode` is
 * true where the account has a second factor.
 */
type LinkOutcome = { isSignedIn: boolean; needsCode: boolean; error: AuthFailure | null };

/** Confirms what a mailed link stands for and signs in. A link can be confirmed once. */
export async function confirmLink(client: SessionClient, proof: LinkProof): Promise<LinkOutcome> {
  const { data, error } =
    "code" in proof
      ? await client.auth.exchangeCodeForSession(proof.code)
      : await client.auth.verifyOtp({ token_hash: proof.tokenHash, type: proof.type });
  const needsCode = findFactor(data.user?.factors) !== undefined;
  return { isSignedIn: Boolean(data.session), needsCode, error };
}
