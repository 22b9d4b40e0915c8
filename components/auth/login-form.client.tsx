"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { EmailField, PasswordField } from "./fields";

type LoginFormProps = {
  email: string;
  /** Whether the form's first empty field has the focus from the start. */
  takesFocus: boolean;
  /** `needsCode` is true if the code of a second factor is still required for `email`. */
  onSuccess: (needsCode: boolean, email: string) => void;
  /** The password is right, and the link that was mailed to `email` has not been opened yet. */
  onUnconfirmed: (email: string) => void;
  onForgotten: (email: string) => void;
};

type Credentials = { email: string; password: string };

export function LoginForm({ email, takesFocus, onSuccess, onUnconfirmed, onForgotten }: LoginFormProps) {
  const form = useApiForm<Credentials, Credentials, { needsCode: boolean }>({
    loadSchema: () => import("@/lib/auth/schemas").then(({ signInSchema }) => signInSchema),
    path: "/api/auth/sign-in",
    defaultValues: { email, password: "" },
    onSuccess: (values, data) => onSuccess(data?.needsCode === true, values.email),
    onFailure: ({ code }, values) => {
      if (code === "email_not_confirmed") onUnconfirmed(values.email);
      return code === "email_not_confirmed";
    },
    fieldOf: ({ status }) => (status === 401 ? "password" : undefined),
  });
  return (
    <Form form={form}>
      <EmailField autoFocus={takesFocus && !email} {...form.field("email")} />
      <PasswordField autoFocus={takesFocus && Boolean(email)} {...form.field("password")} />
      <SubmitButton isSubmitting={form.isSubmitting}>
        {form.isSubmitting ? "Logging in…" : "Login"}
      </SubmitButton>
      <button
        type="button"
        onClick={() => onForgotten(form.getValues("email"))}
        className="min-h-11 self-center rounded-md px-2 text-sm font-semibold text-board hover:underline"
      >
        Forgot password?
      </button>
    </Form>
  );
}
