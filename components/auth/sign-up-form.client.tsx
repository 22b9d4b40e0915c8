"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { TextField } from "@/components/ui/text-field";
import { EmailField, NewPasswordField } from "./fields";

export function SignUpForm({ onSuccess }: { onSuccess: (email: string) => void }) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ signUpSchema }) => signUpSchema),
    path: "/api/auth/sign-up",
    defaultValues: { displayName: "", email: "", password: "" },
    onSuccess: ({ email }) => onSuccess(email),
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
