"use client";

import { TextField } from "@/components/ui/text-field";
import { AuthForm, SubmitButton } from "./form-parts";
import { useAuthForm } from "./use-auth-form.client";

type LoginFormProps = { email: string; onSuccess: () => void; onForgotten: (email: string) => void };

export function LoginForm({ email, onSuccess, onForgotten }: LoginFormProps) {
  const { register, prepare, submit, isSubmitting, errorOf, getValues } = useAuthForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ signInSchema }) => signInSchema),
    path: "/api/auth/sign-in",
    defaultValues: { email, password: "" },
    onSuccess,
  });
  return (
    <AuthForm onSubmit={submit} onFocus={prepare}>
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
        autoComplete="current-password"
        error={errorOf("password")}
        {...register("password")}
      />
      <SubmitButton isSubmitting={isSubmitting}>{isSubmitting ? "Logging in…" : "Login"}</SubmitButton>
      <button
        type="button"
        onClick={() => onForgotten(getValues("email"))}
        className="min-h-11 self-center rounded-md px-2 text-sm font-semibold text-board hover:underline"
      >
        Forgot password?
      </button>
    </AuthForm>
  );
}
