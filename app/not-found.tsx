import type { Metadata } from "next";
import { Logo } from "@/components/site/logo";
import { PAGE_NOT_FOUND, PageNotFound } from "@/components/site/page-not-found";

export const metadata: Metadata = { title: PAGE_NOT_FOUND, robots: { index: false } };

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
