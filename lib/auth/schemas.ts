import { z } from "zod";
import { authMessages } from "./messages.ts";

// Browsers run these too, under a content security policy that forbids compiling code from strings.
z.config({ jitless: true });

const email = z.string().trim().max(320, authMessages.invalidEmail).pipe(z.email(authMessages.invalidEmail));
// The auth service takes no more than 72 bytes into account; a longer text is somebody's mistake.
const password = z
  .string()
  .min(6, authMessages.shortPassword)
  .max(200, "Password must be at most 200 characters");

export const signInSchema = z.strictObject({ email, password });

export const signUpSchema = z.strictObject({
  email,
  password,
  displayName: z.string().trim().max(100, "Display name must be at most 100 characters").optional(),
});

export const recoverSchema = z.strictObject({ email });

export const newPasswordSchema = z.strictObject({ password });

export type SignIn = z.infer<typeof signInSchema>;
export type SignUp = z.infer<typeof signUpSchema>;
export type Recover = z.infer<typeof recoverSchema>;
export type NewPassword = z.infer<typeof newPasswordSchema>;
