import { z } from "zod";
import "../zod-in-browsers.ts";
import { LINK_TYPES } from "./mailed-link.ts";
import { authMessages } from "./messages.ts";

const email = z
  .string(authMessages.invalidEmail)
  .trim()
  .max(255, authMessages.invalidEmail)
  .pipe(z.email(authMessages.invalidEmail));
const password = z
  .string(authMessages.shortPassword)
  .min(6, authMessages.shortPassword)
  .max(200, "Password must be at most 200 characters");

/** As many bytes of a password as auth services hash: a hosted one refuses a longer one, others ignore the rest. */
const MOST_BYTES = 72;

/** The specified minimum is the only rule for what is typed, besides blanks; the form gives advice for a good password. */
const newPassword = password
  .refine((text) => text.trim() !== "", "Blanks alone are no password")
  .refine((text) => new TextEncoder().encode(text).length <= MOST_BYTES, authMessages.longPassword);

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

/** A mailed link: with a code, valid only in the requesting browser, or with a token hash, valid in any browser. */
export const confirmSchema = z.union([
  z.strictObject({ code: linkPart }),
  z.strictObject({ tokenHash: linkPart, type: z.enum(LINK_TYPES) }),
]);

/** For an account that was signed in by a mailed link. */
export const newPasswordSchema = z.strictObject({ password: newPassword });

const currentPassword = z.string().min(1, "Please enter your current password").max(200);

export const changePasswordSchema = newPasswordSchema.extend({ currentPassword });

export const emailChangeSchema = z.strictObject({ email, currentPassword });

/** A change of password, proved by the current password, or without it by a mailed link. */
export const passwordSchema = changePasswordSchema.partial({ currentPassword: true });

// Apps show the digits in two groups, so white space is removed.
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, authMessages.sixDigits));

/** The code of a second factor. */
export const codeSchema = z.strictObject({ code });

/** The first code of a factor that is being enrolled. */
export const newFactorSchema = z.strictObject({ factorId: z.uuid(), code });
