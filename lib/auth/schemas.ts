import { z } from "zod";
import "../zod-in-browsers.ts";
import { LINK_TYPES } from "./mailed-link.ts";
import { authMessages } from "./messages.ts";

const email = z.string().trim().max(320, authMessages.invalidEmail).pipe(z.email(authMessages.invalidEmail));
// The auth service takes no more than 72 bytes into account; a much longer text is a mistake.
const password = z
  .string()
  .min(6, authMessages.shortPassword)
  .max(200, "Password must be at most 200 characters");

/** The specified minimum is the only rule; what makes a good one is said beside the field. */
const newPassword = password.refine((text) => text.trim() !== "", "Blanks alone are no password");

export const signInSchema = z.strictObject({ email, password });

const displayName = z.string().trim().max(100, "Display name must be at most 100 characters");

export const signUpSchema = z.strictObject({
  email,
  password: newPassword,
  displayName: displayName.optional(),
});

export const displayNameSchema = z.strictObject({ displayName });

export const recoverSchema = z.strictObject({ email });

export const resendSchema = z.strictObject({ email });

const linkPart = z.string().min(1).max(500);

/** A mailed link: by a code, good only in the browser that asked, or by the hash of its token, good in every one. */
export const confirmSchema = z.union([
  z.strictObject({ code: linkPart }),
  z.strictObject({ tokenHash: linkPart, type: z.enum(LINK_TYPES) }),
]);

/** For an account that a mailed link has opened. */
export const newPasswordSchema = z.strictObject({ password: newPassword });

const currentPassword = z.string().min(1, "Please enter your current password").max(200);

export const changePasswordSchema = newPasswordSchema.extend({ currentPassword });

export const emailChangeSchema = z.strictObject({ email, currentPassword });

/** By the current password, or by a mailed link. */
export const passwordSchema = changePasswordSchema.partial({ currentPassword: true });

// Apps show the digits in two groups.
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, authMessages.sixDigits));

/** The code of a second factor. */
export const codeSchema = z.strictObject({ code });

/** The first code of a factor that is being enrolled. */
export const newFactorSchema = z.strictObject({ factorId: z.uuid(), code });
