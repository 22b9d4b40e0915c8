"use client";
// Part of every page's script, but rarely rendered: the React Compiler's memoisation would make it a third larger.
"use no memo";

/** Replaces a page that failed, within the layout. The cause is in the server's log. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <section className="shell py-24 text-center" role="alert">
      <h1 className="font-serif text-2xl font-semibold sm:text-3xl">Something went wrong</h1>
      <p className="mt-2 text-quiet">This page could not be loaded. Please try again in a moment.</p>
      {/* Does not use `buttonClasses`, which would then be part of every page's script. */}
      <button
        type="button"
        onClick={reset}
        className="mt-8 min-h-11 rounded-lg bg-board px-4 text-sm font-semibold text-board-ink hover:bg-board/85"
      >
        Try again
      </button>
    </section>
  );
}
