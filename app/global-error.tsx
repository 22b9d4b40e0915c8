"use client";
// Part of every page's script, but rarely rendered: the React Compiler's memoisation would make it a third larger.
"use no memo";

/** Shown if not even the layout could be rendered, so it uses nothing from the layout. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en" style={{ colorScheme: "light dark" }}>
      <title>Something went wrong</title>
      <body style={{ fontFamily: "system-ui, sans-serif", padding: "4rem 1rem", textAlign: "center" }}>
        <h1>Something went wrong</h1>
        <p>Please try again in a moment.</p>
        <button type="button" onClick={reset} style={{ font: "inherit", padding: "0.75rem 1.25rem" }}>
          Try again
        </button>
      </body>
    </html>
  );
}
