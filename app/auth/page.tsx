import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card.client";
import { NoScriptNote } from "@/components/ui/no-script";
import { isMailSent } from "@/lib/env";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

export default function AuthPage() {
  return (
    <>
      <h1 className="mb-6 text-center font-serif text-2xl font-semibold">Welcome to Lectern</h1>
      <div className="needs-script">
        <AuthCard isMailSent={isMailSent()} />
      </div>
      <NoScriptNote>Signing in needs JavaScript.</NoScriptNote>
    </>
  );
}
