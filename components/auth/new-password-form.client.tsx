"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Form, SubmitButton } from "@/components/api/form";
import { notifySessionChange } from "@/components/api/session.client";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { NewPasswordField } from "./fields";

/**
 * Sets a new password for a user who followed the link in the mail, which has signed the user in. The page is the same
 * for all, so that the style sheet decides what a visitor sees.
 */
export function NewPasswordForm() {
  const router = useRouter();
  const [isStale, setIsStale] = useState(false);
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ newPasswordSchema }) => newPasswordSchema),
    path: "/api/auth/password",
    defaultValues: { password: "" },
    onSuccess: () => {
      notifySessionChange();
      showToast("success", authMessages.passwordChanged);
      router.push(routes.home());
    },
    onFailure: ({ code }) => {
      setIsStale(code === "no_password");
      return code === "no_password";
    },
  });
  if (isStale) return <StaleLink />;
  return (
    <>
      <div className="hidden in-data-signed-in:block">
        <Form form={form}>
          <NewPasswordField label="New password" {...form.field("password")} />
          <SubmitButton isSubmitting={form.isSubmitting}>Set new password</SubmitButton>
        </Form>
      </div>
      <div className="in-data-signed-in:hidden">
        <StaleLink />
      </div>
    </>
  );
}

/** The user is not signed in, or not by a fresh link. */
function StaleLink() {
  return (
    <div role="alert" className="flex flex-col gap-5 text-center">
      <p>{authMessages.staleLink}</p>
      <a href={routes.recover()} className={buttonClasses("solid", "h-12 w-full")}>
        Ask for a new link
      </a>
      <a href={routes.account()} className={buttonClasses("outline", "w-full")}>
        I know my password
      </a>
    </div>
  );
}
