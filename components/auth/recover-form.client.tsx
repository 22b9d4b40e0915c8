"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { EmailField } from "./fields";

type RecoverFormProps = {
  email: string;
  /** Called with the address in the form. */
  onBack: (email: string) => void;
};

/** Asks for a mail with a link to set a new password. */
export function RecoverForm({ email, onBack }: RecoverFormProps) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ recoverSchema }) => recoverSchema),
    path: "/api/auth/recover",
    defaultValues: { email },
    onSuccess: (sent) => {
      showToast("success", authMessages.recoverySent);
      onBack(sent.email);
    },
  });
  return (
    <>
      <h2 className="mb-2 font-serif text-xl font-semibold">Forgot password</h2>
      <p className="mb-5 text-sm text-quiet">We will send you a link to set a new password.</p>
      <Form form={form}>
        <EmailField autoFocus {...form.field("email")} />
        <SubmitButton isSubmitting={form.isSubmitting}>Send link</SubmitButton>
        <button
          type="button"
          onClick={() => onBack(form.getValues("email"))}
          className={buttonClasses("outline", "w-full")}
        >
          Back to login
        </button>
      </Form>
    </>
  );
}
