import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";
import { authMessages } from "@/lib/auth/messages";

type FieldProps = Omit<ComponentProps<typeof TextField>, "label">;

export function EmailField({ label = "Email", ...field }: FieldProps & { label?: string }) {
  return <TextField label={label} type="email" autoComplete="username" {...field} />;
}

/** The current password of an account. */
export function PasswordField({ label = "Password", ...field }: FieldProps & { label?: string }) {
  return <TextField label={label} type="password" autoComplete="current-password" {...field} />;
}

/** A hidden field that tells a password manager whose password the form changes. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

/** A new password, for signing up and for resetting. */
export function NewPasswordField({ label = "Password", ...field }: FieldProps & { label?: string }) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 6 characters. A few words that you use nowhere else make a good one."
      {...field}
    />
  );
}

/** The code of a second factor, as an app shows it at this moment. */
export function CodeField(field: FieldProps) {
  return (
    <TextField
      label="Six-digit code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Six digits and a space: apps show them in two groups.
      maxLength={7}
      className="text-center font-semibold tracking-[0.4em] tabular-nums"
      {...field}
    />
  );
}

/** The `fieldOf` of a form with a `CodeField`: a wrong code is told beside the field. */
export const codeFieldOf = ({ message }: { message: string }) =>
  message === authMessages.wrongCode ? "code" : undefined;
