"use client";

import { useRouter } from "next/navigation";
import { Form, SubmitButton } from "@/components/api/form";
import { notifySessionChange } from "@/components/api/session.client";
import { useApiForm } from "@/components/api/use-api-form.client";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { NewPasswordField } from "./fields";

/** Sets a new password for a user who followed the link in the mail, which has signed the user in. */
export function NewPasswordForm() {
  const router = useRouter();
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ newPasswordSchema }) => newPasswordSchema),
    path: "/api/auth/password",
    defaultValues: { password: "" },
    onSuccess: () => {
      notifySessionChange();
      showToast("success", authMessages.passwordChanged);
      router.push(routes.home());
    },
  });
  return (
    <Form form={form}>
      <NewPasswordField label="New password" {...form.field("password")} />
      <SubmitButton isSubmitting={form.isSubmitting}>Set new password</SubmitButton>
    </Form>
  );
}
