"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { notifySessionChange } from "@/components/api/session.client";
import { useApiForm } from "@/components/api/use-api-form.client";
import { NewPasswordField, PasswordField, UsernameField } from "@/components/auth/fields";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { AccountSection } from "./account-section";
import { Changeable } from "./changeable.client";

type PasswordProps = { email: string; onChange: () => void };

export function Password({ email, onChange }: PasswordProps) {
  return (
    <AccountSection title="Password" text="A new one signs you out everywhere else.">
      <Changeable
        action="Change password"
        form={(close) => (
          <PasswordForm
            email={email}
            onSuccess={() => {
              onChange();
              close();
            }}
          />
        )}
      >
        <p aria-hidden="true" className="tracking-[0.3em] text-quiet">
          ••••••••
        </p>
      </Changeable>
    </AccountSection>
  );
}

function PasswordForm({ email, onSuccess }: { email: string; onSuccess: () => void }) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ changePasswordSchema }) => changePasswordSchema),
    path: "/api/auth/password",
    defaultValues: { currentPassword: "", password: "" },
    fieldOf: ({ code }) => (code === "wrong_password" ? "currentPassword" : undefined),
    onSuccess: () => {
      notifySessionChange();
      showToast("success", authMessages.passwordChanged);
      onSuccess();
    },
  });
  return (
    <Form form={form}>
      <UsernameField email={email} />
      <PasswordField label="Current password" autoFocus {...form.field("currentPassword")} />
      <NewPasswordField label="New password" {...form.field("password")} />
      <SubmitButton isSubmitting={form.isSubmitting}>Set new password</SubmitButton>
      <a
        href={routes.recover(routes.account())}
        className="grid min-h-11 place-items-center self-center rounded-md px-2 text-sm font-semibold text-board hover:underline"
      >
        Forgot password?
      </a>
    </Form>
  );
}
