import { ConsoleLink } from "@/components/admin/console-navigation.client";
import { adminRoutes } from "@/lib/admin/routes";
import type { ListedLecture } from "@/lib/admin/types";

/** Lectures whose own names match a filter; the list itself shows the lectures of matching courses. */
export function NamedLectures({ lectures }: { lectures: readonly ListedLecture[] }) {
  if (lectures.length === 0) return null;
  return (
    <section aria-labelledby="named-lectures" className="mt-10">
      <h2 id="named-lectures" className="mb-3 font-serif text-xl font-semibold">
        Lectures of this name
      </h2>
      <ul className="rounded-2xl border border-line bg-card">
        {lectures.map(({ id, name, courseName }) => (
          <li key={id} className="border-line px-4 py-2 text-sm not-last:border-b">
            <ConsoleLink
              href={adminRoutes.lecture(id)}
              className="block min-h-11 py-1.5 wrap-anywhere hover:text-board hover:underline"
            >
              <span className="block font-semibold">
                <bdi>{name}</bdi>
              </span>
              <span className="block text-quiet">
                <bdi>{courseName}</bdi>
              </span>
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
