import { type ReactNode, useId } from "react";

type AccountSectionProps = {
  title: string;
  /** What this is about, in a sentence or two. */
  text: string;
  children: ReactNode;
};

/** A section of the account page: an explanation beside a card with the current value and the way to change it. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-serif text-xl font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-quiet">{text}</p>
      </div>
      <div className="rounded-2xl border border-line bg-card p-[min(1.25rem,4vw)] sm:p-6">{children}</div>
    </section>
  );
}
