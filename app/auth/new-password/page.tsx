import type { Metadata } from "next";
import { NewPasswordForm } from "@/components/auth/new-password-form.client";
import { NoScriptNote } from "@/components/ui/no-script";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Set new password", robots: { index: false } };

export default function NewPasswordPage() {
  return (
    <>
      <h1 className="mb-6 text-center font-serif text-2xl font-semibold">Set new password</h1>
      <div className="needs-script">
        <NewPasswordForm />
      </div>
      <NoScriptNote>Setting a password needs JavaScript.</NoScriptNote>
    </>
  );
}
