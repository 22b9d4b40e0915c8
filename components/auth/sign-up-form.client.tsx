"use client";

import { TextField } from "@/components/ui/text-field";
import { AuthForm, SubmitButton } from "./form-parts";
import { useAuthForm } from "./use-auth-form.client";

export function SignUpForm({ onSuccess }: { onSuccess: (email: string) => void }) {
  const { register, prepare, submit, isSubmitting, errorOf } = useAuthForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ signUpSchema }) => signUpSchema),
    path: "/api/auth/sign-up",
    defaultValues: { displayName: "", email: "", password: "" },
    onSuccess: ({ email }) => onSuccess(email),
  });
  return (
    <AuthForm onSubmit={submit} onFocus={prepare}>
      <TextField
        label="Display name (optional)"
        autoComplete="nickname"
        error={errorOf("displayName")}
        {...register("displayName")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errorOf("email")}
        {...register("email")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errorOf("password")}
        {...register("password")}
      />
      <SubmitButton isSubmitting={isSubmitting}>{isSubmitting ? "Signing up…" : "Sign Up"}</SubmitButton>
    </AuthForm>
  );
}
