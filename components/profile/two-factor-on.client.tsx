"use client";

import { ShieldCheck } from "lucide-react";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { CodeField, codeFieldOf } from "@/components/auth/fields";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { Changeable } from "./changeable.client";
import { LostDevice } from "./lost-device";

/** Shown while the second factor is on; turning it off requires a code. */
export function TwoFactorOn({ email, onEnd }: { email: string; onEnd: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <Changeable action="Turn off" form={() => <EndForm onSuccess={onEnd} />}>
        <p className="flex items-center gap-2 font-semibold">
          <ShieldCheck aria-hidden="true" className="size-5 text-board" />
          On
        </p>
      </Changeable>
      <LostDevice email={email} />
    </div>
  );
}

function EndForm({ onSuccess }: { onSuccess: () => void }) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ codeSchema }) => codeSchema),
    path: "/api/auth/two-factor/remove",
    defaultValues: { code: "" },
    fieldOf: codeFieldOf,
    onSuccess: () => {
      showToast("success", authMessages.twoFactorOff);
      onSuccess();
    },
  });
  return (
    <Form form={form}>
      <CodeField autoFocus hint="As your app shows it now" {...form.field("code")} />
      <SubmitButton isSubmitting={form.isSubmitting}>Turn off</SubmitButton>
    </Form>
  );
}
