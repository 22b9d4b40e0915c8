"use client";

import { buttonClasses } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { AuthForm, SubmitButton } from "./form-parts";
import { useAuthForm } from "./use-auth-form.client";

/** Asks for a mail with a link to set a new password. */
export function RecoverForm({ email, onBack }: { email: string; onBack: () => void }) {
  const { register, prepare, submit, isSubmitting, errorOf } = useAuthForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ recoverSchema }) => recoverSchema),
    path: "/api/auth/recover",
    defaultValues: { email },
    onSuccess: () => {
      showToast("success", authMessages.recoverySent);
      onBack();
    },
  });
  return (
    <>
      <h2 className="mb-2 font-serif text-xl font-semibold">Forgot password</h2>
      <p className="mb-5 text-sm text-quiet">We will send you a link to set a new password.</p>
      <AuthForm onSubmit={submit} onFocus={prepare}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          error={errorOf("email")}
          {...register("email")}
        />
        <SubmitButton isSubmitting={isSubmitting}>Send link</SubmitButton>
        <button type="button" onClick={onBack} className={buttonClasses("outline", "w-full")}>
          Back to login
        </button>
      </AuthForm>
    </>
  );
}
