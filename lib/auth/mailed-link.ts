import type { Route } from "next";
import { routes } from "../routes.ts";
import { safeNext } from "./safe-next.ts";

/** The types of links that the auth service mails; `email` is the newer name of both `signup` and `magiclink`. */
export const LINK_TYPES = ["signup", "email", "recovery", "invite", "magiclink", "email_change"] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** What confirms a link; see `confirmSchema`. */
export type LinkProof = { code: string } | { tokenHash: string; type: LinkType };

/** `proof` is null if the link carries none; `next` is where to go after the confirmation. */
export type MailedLink = { type: LinkType; proof: LinkProof | null; next: Route };

/** Parses the query string of a mailed link. The type of a link with a code is only known from its `next`. */
export function readMailedLink(search: string): MailedLink {
  const parameters = new URLSearchParams(search);
  const wanted = parameters.get("next");
  const named = LINK_TYPES.find((name) => name === parameters.get("type"));
  const type = named ?? (wanted === routes.newPassword() ? "recovery" : "signup");
  const needsPassword = type === "recovery" || type === "invite";
  const elsewhere = type === "email_change" ? routes.account() : routes.after(safeNext(wanted));
  const next = needsPassword ? routes.newPassword() : elsewhere;
  const code = parameters.get("code");
  const tokenHash = parameters.get("token_hash");
  const byToken = tokenHash && named ? { tokenHash, type: named } : null;
  return { type, proof: code ? { code } : byToken, next };
}

/** The texts of the page that asks the visitor to confirm a link. */
export const linkTexts: Record<LinkType, { title: string; text: string; button: string }> = {
  signup: {
    title: "Confirm your email address",
    text: "One click, and your account is ready.",
    button: "Confirm and log in",
  },
  email: {
    title: "Continue to Lectern",
    text: "The link in your mail confirms your address and logs you in.",
    button: "Continue",
  },
  magiclink: { title: "Log in to Lectern", text: "The link in your mail logs you in.", button: "Log in" },
  recovery: {
    title: "Set a new password",
    text: "The link in your mail lets you choose a new password.",
    button: "Continue",
  },
  invite: {
    title: "Welcome to Lectern",
    text: "Accept your invitation, and choose a password.",
    button: "Accept invitation",
  },
  email_change: {
    title: "Confirm your new email address",
    text: "One click, and your account has its new address.",
    button: "Confirm",
  },
};
