import type { ReactNode } from "react";

type SimilarNamesProps = {
  what: string;
  /** Groups of similar names; the first name of each group has the most lectures. */
  groups: string[][];
  /** The action offered for a name; `suggestion` is the name that is probably right. */
  actionOf: (name: string, suggestion: string) => ReactNode;
};

/** Names that may mean the same; renders nothing if there are none. */
export function SimilarNames({ what, groups, actionOf }: SimilarNamesProps) {
  if (groups.length === 0) return null;
  const pairs = groups.flatMap(([suggestion = "", ...others]) =>
    others.map((name) => ({ name, suggestion })),
  );
  return (
    <section
      aria-labelledby="similar"
      className="@container mt-6 rounded-2xl border border-line bg-card p-card sm:p-6"
    >
      <h2 id="similar" className="font-serif text-xl font-semibold text-pretty">
        Names that differ only by case, spaces, hyphens or underscores
      </h2>
      <p className="mt-1 text-sm text-pretty text-quiet">
        {what} that may be one and the same. The second name of each pair has at least as many lectures.
      </p>
      <ul className="mt-3">
        {pairs.map(({ name, suggestion }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-3 not-last:border-b"
          >
            <p className="min-w-0 wrap-anywhere">
              {/* Spaces are preserved, because the names may differ only by spaces. */}
              <bdi className="whitespace-pre-wrap">{name}</bdi> <span className="text-quiet">and</span>{" "}
              <bdi className="font-semibold whitespace-pre-wrap">{suggestion}</bdi>
            </p>
            {actionOf(name, suggestion)}
          </li>
        ))}
      </ul>
    </section>
  );
}
