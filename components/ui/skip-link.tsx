/** First on the page: takes keyboard users past the header, to `#content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-lg bg-board px-4 py-3 font-semibold text-board-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
