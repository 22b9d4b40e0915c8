import type { Metadata } from "next";
import { Logo } from "@/components/site/logo";
import { buttonClasses } from "@/components/ui/button";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Please try again", robots: { index: false } };

/** Shown at the address of a console page while the auth service does not answer. */
export default function UnavailablePage() {
  return (
    <main className="shell flex min-h-dvh flex-col items-center justify-center gap-3 py-16 text-center">
      <Logo />
      <h1 className="mt-10 font-serif text-2xl font-semibold sm:text-3xl">Something went wrong</h1>
      <p className="text-quiet">Your account could not be reached. Please try again in a moment.</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page which was asked for */}
      <a href="" className={buttonClasses("solid", "mt-5")}>
        Try again
      </a>
    </main>
  );
}
