"use client";

import { useRouter } from "next/navigation";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { AuthForm, SubmitButton } from "./form-parts";
import { announceSession } from "./session.client";
import { useAuthForm } from "./use-auth-form.client";

/** Sets a new password for who followed the link in the mail, and is signed in by it. */
export function NewPasswordForm() {
  const router = useRouter();
  const { register, prepare, submit, isSubmitting, errorOf } = useAuthForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ newPasswordSchema }) => newPasswordSchema),
    path: "/api/auth/password",
    defaultValues: { password: "" },
    onSuccess: () => {
      announceSession();
      showToast("success", authMessages.passwordChanged);
      router.push(routes.home());
    },
  });
  return (
    <AuthForm onSubmit={submit} onFocus={prepare}>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errorOf("password")}
        {...register("password")}
      />
      <SubmitButton isSubmitting={isSubmitting}>Set new password</SubmitButton>
    </AuthForm>
  );
}
