import type { Metadata } from "next";
import { Logo } from "@/components/site/logo";
import { PageNotFound } from "@/components/site/page-not-found";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

export default function NotFound() {
  return (
    <main className="shell flex min-h-dvh flex-col items-center justify-center gap-3 py-16 text-center">
      <div className="mb-7">
        <Logo />
      </div>
      <PageNotFound />
    </main>
  );
}
