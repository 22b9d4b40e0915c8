import { expect, test } from "vitest";
import { readMailedLink } from "../../../lib/auth/mailed-link.ts";

test.each([
  ["?token_hash=pkce_1&type=signup", "signup", { tokenHash: "pkce_1", type: "signup" }, "/"],
  [
    "?token_hash=1&type=magiclink&next=/profile",
    "magiclink",
    { tokenHash: "1", type: "magiclink" },
    "/profile",
  ],
  ["?token_hash=1&type=recovery", "recovery", { tokenHash: "1", type: "recovery" }, "/auth/new-password"],
  ["?token_hash=1&type=invite", "invite", { tokenHash: "1", type: "invite" }, "/auth/new-password"],
  ["?code=1", "signup", { code: "1" }, "/"],
  ["?next=/auth/new-password&code=1", "recovery", { code: "1" }, "/auth/new-password"],
  ["?code=1&next=//evil.example", "signup", { code: "1" }, "/"],
])("the link %s is read as %s", (search, type, proof, next) => {
  expect(readMailedLink(search)).toEqual({ type, proof, next });
});

test.each(["", "?token_hash=1", "?token_hash=1&type=sms", "?error=access_denied&error_code=otp_expired"])(
  "the link %j proves nothing",
  (search) => {
    expect(readMailedLink(search).proof).toBeNull();
  },
);
