import { cardPicture, cardRow, cardText, cardWidth } from "./card-classes";
import { Continue } from "./continue.client";

/**
 * The lectures to continue. The home page is the same for everyone: this section is shown if the document has the
 * attribute `data-watching`, and has its final height from the first paint on.
 */
export function ContinueSection() {
  return (
    <section aria-labelledby="continue" className="shell relative hidden pt-6 in-data-watching:block">
      <h2
        id="continue"
        tabIndex={-1}
        className="mb-3 flex min-h-11 items-center font-serif text-2xl font-semibold tracking-tight sm:pointer-fine:pr-26"
      >
        Continue where you left off
      </h2>
      <div className="grid *:[grid-area:1/1]">
        <Continue />
        <Placeholder />
      </div>
    </section>
  );
}

/** Reserves the section's height. It becomes invisible once the row is rendered beside it. */
function Placeholder() {
  const bar = "block animate-pulse rounded-md bg-well";
  return (
    <div aria-hidden="true" className={`${cardRow} invisible min-w-0 overflow-hidden only:visible`}>
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className={cardWidth}>
          <span className={`${bar} ${cardPicture} aspect-video`} />
          <div className={`mt-3 ${cardText}`}>
            <span className={`${bar} mt-1 h-3 w-3/5`} />
            <span className={`${bar} mt-2.5 h-4 w-4/5`} />
            <span className={`${bar} mt-2.5 h-3 w-2/5`} />
          </div>
        </div>
      ))}
    </div>
  );
}
