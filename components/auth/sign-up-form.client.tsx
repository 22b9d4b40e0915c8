"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { TextField } from "@/components/ui/text-field";
import { authMessages } from "@/lib/auth/messages";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import { EmailField, NewPasswordField } from "./fields";

/** `needsConfirmation`: the mail to `email` has a link to open first; it can be sent again after `waitSeconds`. */
type SignUpOutcome = { email: string; needsConfirmation: boolean; waitSeconds: number };

type SignUpFormProps = {
  /** What was typed as the address and the display name before. */
  email: string;
  displayName: string;
  onSuccess: (outcome: SignUpOutcome) => void;
};

export function SignUpForm({ email, displayName, onSuccess }: SignUpFormProps) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ signUpSchema }) => signUpSchema),
    path: "/api/auth/sign-up",
    defaultValues: { displayName, email, password: "" },
    onSuccess: (sent, data: Partial<SignUpOutcome> = {}) => {
      // A new account has nothing to continue: its first view of the home page has no empty row.
      rememberContinuing("account", false);
      onSuccess({
        email: sent.email,
        needsConfirmation: data.needsConfirmation === true,
        waitSeconds: data.waitSeconds ?? 0,
      });
    },
    fieldOf: ({ message }) => (message === authMessages.alreadyRegistered ? "email" : undefined),
  });
  return (
    <Form form={form}>
      <TextField label="Display name (optional)" autoComplete="nickname" {...form.field("displayName")} />
      <EmailField {...form.field("email")} />
      <NewPasswordField {...form.field("password")} />
      <SubmitButton isSubmitting={form.isSubmitting}>
        {form.isSubmitting ? "Signing up…" : "Sign Up"}
      </SubmitButton>
    </Form>
  );
}
