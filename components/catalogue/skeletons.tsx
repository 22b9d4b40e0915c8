import { courseColumns, courseGrid, theatreWide } from "./grids";

const bar = "block animate-pulse rounded-md bg-well";

/** Decorative: the component that shows this skeleton announces that something is loading. */
function CardGridSkeleton({ cards }: { cards: number }) {
  return (
    <div aria-hidden="true" className={courseGrid}>
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={card} className="flex flex-col gap-3">
          <span className={`${bar} aspect-video rounded-xl`} />
          <span className={`${bar} h-5 w-4/5`} />
          <span className={`${bar} h-4 w-2/5`} />
        </div>
      ))}
    </div>
  );
}

export function HomeSkeleton() {
  return (
    <div role="status" className="shell py-6">
      <span className="sr-only">Loading courses</span>
      <span aria-hidden="true" className={`${bar} mb-14 h-80 rounded-2xl`} />
      <CardGridSkeleton cards={8} />
    </div>
  );
}

export function SubjectSkeleton() {
  return (
    <div role="status" className="shell py-8">
      <span className="sr-only">Loading courses</span>
      <span aria-hidden="true" className={`${bar} mb-8 h-9 w-3/5 max-w-md`} />
      <CardGridSkeleton cards={8} />
    </div>
  );
}

/** The skeleton of a course's page and of a lecture's page. */
export function CourseSkeleton() {
  return (
    <div role="status" className={`shell gap-8 py-6 ${courseColumns}`}>
      <span className="sr-only">Loading the course</span>
      <span aria-hidden="true" className={`block ${theatreWide}`}>
        <span className={`${bar} mb-6 h-9 w-4/5`} />
        <span className={`${bar} aspect-video rounded-2xl`} />
        <span className={`${bar} mt-6 h-11 w-48 rounded-lg`} />
      </span>
      <span aria-hidden="true" className={`${bar} h-96 rounded-2xl`} />
    </div>
  );
}

/** The skeleton of search results. Decorative, too. */
export function ResultsSkeleton() {
  return (
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
  );
}
