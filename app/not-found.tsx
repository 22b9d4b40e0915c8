import type { Metadata } from "next";
import { Logo } from "@/components/site/logo";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

export default function NotFound() {
  return (
    <main className="shell flex min-h-dvh flex-col items-center justify-center gap-3 py-16 text-center">
      <Logo />
      <p className="mt-10 font-serif text-7xl font-semibold text-board tabular-nums">404</p>
      <h1 className="font-serif text-2xl font-semibold sm:text-3xl">Oops! Page not found</h1>
      <a href={routes.home()} className={buttonClasses("solid", "mt-5")}>
        Return to Home
      </a>
    </main>
  );
}
