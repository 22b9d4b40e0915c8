"use client";
// Part of every page's script, but rarely rendered: the React Compiler's memoisation would make it a third larger.
"use no memo";

/**
 * Shown if not even the layout could be rendered, so it uses nothing from the layout. The site's style sheet may be there or
 * not: it takes the look of headings and buttons away, so they have all of it here.
 */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en" style={{ colorScheme: "light dark" }}>
      <title>Something went wrong</title>
      <body style={{ font: "1rem/1.5 system-ui, sans-serif", padding: "20vh 1rem", textAlign: "center" }}>
        <main>
          <h1 style={{ font: "600 1.75rem/1.25 Georgia, serif", margin: 0 }}>Something went wrong</h1>
          <p style={{ margin: "0.75rem 0 2rem" }}>Please try again in a moment.</p>
          <button
            type="button"
            onClick={reset}
            style={{
              font: "inherit",
              fontWeight: 600,
              color: "inherit",
              background: "none",
              border: "1px solid",
              borderRadius: "0.75rem",
              padding: "0.75rem 1.5rem",
              cursor: "pointer",
            }}
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
