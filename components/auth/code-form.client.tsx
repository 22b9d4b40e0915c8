"use client";

import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { CodeField, codeFieldOf } from "./fields";

type CodeFormProps = { level?: 1 | 2; onSuccess: () => void; onBack: () => void };

/** Asks for the code of a second factor, the last step of a sign-in. */
export function CodeForm({ level = 2, onSuccess, onBack }: CodeFormProps) {
  const Title = `h${level}` as const;
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ codeSchema }) => codeSchema),
    path: "/api/auth/code",
    defaultValues: { code: "" },
    onSuccess,
    onFailure: ({ status, message }) => {
      if (status !== 401) return false;
      showToast("error", message);
      onBack();
      return true;
    },
    fieldOf: codeFieldOf,
  });
  return (
    <>
      <Title className="mb-2 font-serif text-xl font-semibold">Two-factor sign-in</Title>
      <p className="mb-5 text-sm text-quiet">Enter the code that your authenticator app shows for Lectern.</p>
      <Form form={form}>
        <CodeField autoFocus {...form.field("code")} />
        <SubmitButton isSubmitting={form.isSubmitting}>
          {form.isSubmitting ? "Logging in…" : "Continue"}
        </SubmitButton>
        <button type="button" onClick={onBack} className={buttonClasses("outline", "w-full")}>
          Back to login
        </button>
      </Form>
      <p className="mt-5 text-sm text-quiet">
        Lost the device? The operator of this site can take the second factor off your account.
      </p>
    </>
  );
}
