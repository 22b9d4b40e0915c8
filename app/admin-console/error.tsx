"use client";

import { buttonClasses } from "@/components/ui/button";

/** Replaces a console page that failed; the menu stays. The cause is in the server's log. */
export default function ConsoleError({ reset }: { error: Error; reset: () => void }) {
  return (
    <section className="py-16 text-center" role="alert">
      <h1 className="font-serif text-2xl font-semibold sm:text-3xl">Something went wrong</h1>
      <p className="mt-2 text-quiet">This page could not be loaded. Please try again in a moment.</p>
      <button type="button" onClick={reset} className={buttonClasses("solid", "mt-8")}>
        Try again
      </button>
    </section>
  );
}
