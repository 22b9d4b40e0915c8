import { SearchHeading } from "./search-heading";

const bar = "block animate-pulse rounded-md bg-well";

/** The results to come. */
export function SearchSkeleton({ query }: { query: string }) {
  return (
    <div className="shell py-8">
      <SearchHeading query={query} />
      <p role="status" className="mt-2 text-quiet">
        Searching…
      </p>
      <div aria-hidden="true" className="mt-8 flex flex-col gap-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="flex gap-4 rounded-xl border border-line bg-card p-4">
            <span className={`${bar} aspect-video w-28 shrink-0 self-start sm:w-56`} />
            <span className="flex-1">
              <span className={`${bar} h-5 w-3/5`} />
              <span className={`${bar} mt-3 h-4 w-2/5`} />
              <span className={`${bar} mt-3 h-4 w-4/5`} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
