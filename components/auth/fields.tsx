import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";

type FieldProps = Omit<ComponentProps<typeof TextField>, "label">;

export function EmailField(field: FieldProps) {
  return <TextField label="Email" type="email" autoComplete="username" {...field} />;
}

/** The current password of an account. */
export function PasswordField(field: FieldProps) {
  return <TextField label="Password" type="password" autoComplete="current-password" {...field} />;
}

/** A new password, for signing up and for resetting. */
export function NewPasswordField({ label = "Password", ...field }: FieldProps & { label?: string }) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 6 characters"
      {...field}
    />
  );
}
