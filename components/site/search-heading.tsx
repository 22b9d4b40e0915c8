export function SearchHeading({ query }: { query: string }) {
  return (
    <h1 className="font-serif text-2xl font-semibold tracking-tight break-words sm:text-3xl">
      Search results for: {query}
    </h1>
  );
}
