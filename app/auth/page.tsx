import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card.client";
import { isMailSent } from "@/lib/env";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

export default function AuthPage() {
  return (
    <>
      <h1 className="mb-6 text-center font-serif text-2xl font-semibold">Welcome to Lectern</h1>
      <AuthCard isMailSent={isMailSent()} />
      <noscript>
        <p className="mt-4 text-sm text-quiet">Signing in needs JavaScript.</p>
      </noscript>
    </>
  );
}
