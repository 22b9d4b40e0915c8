import { SearchForm } from "@/components/site/search-form";
import { formatCount, nounOf } from "@/lib/catalogue/display";
import type { Home } from "@/lib/catalogue/types";
import { site } from "@/lib/site";
import { ChalkDrawing } from "./chalk-drawing";

export function Hero({ home }: { home: Home }) {
  return (
    <section className="shell pt-4 sm:pt-6">
      <div className="relative isolate overflow-hidden rounded-2xl bg-hero px-[min(1.5rem,7.5vw)] py-10 text-hero-ink sm:px-12 sm:py-14 lg:px-16">
        <div className="relative max-w-3xl lg:max-w-[56%]">
          <h1 className="font-serif text-[min(clamp(2rem,1.2rem+3.4vw,3.5rem),12vw)] leading-[1.1] font-semibold tracking-tight text-balance">
            {site.promise}
          </h1>
          <p className="mt-5 max-w-2xl text-lg leading-relaxed lg:max-w-[33rem] text-hero-quiet text-pretty">
            {site.description}
          </p>
          <div className="mt-8 max-w-xl text-ink">
            <SearchForm label="What do you want to learn?" large />
          </div>
          {home.courseCount > 0 ? <Facts home={home} /> : null}
        </div>
        {/* The drawing is in the middle of the height, which is known once everything before it has arrived. */}
        <ChalkDrawing />
      </div>
    </section>
  );
}

function Facts({ home }: { home: Home }) {
  const facts = [
    ["course", home.courseCount],
    ["lecture", home.lectureCount],
    ["subject", home.subjectCount],
  ] as const;
  return (
    <dl className="mt-8 flex flex-wrap gap-x-6 gap-y-2 sm:gap-x-8">
      {facts.map(([noun, count]) => (
        <div
          key={noun}
          className="flex flex-col-reverse gap-x-1.5 sm:flex-row-reverse sm:items-baseline sm:justify-end"
        >
          <dt className="text-sm text-hero-quiet">{nounOf(count, noun)}</dt>
          <dd className="font-serif text-xl font-semibold tabular-nums sm:text-2xl">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
