import { ImageOff } from "lucide-react";
import { ConsoleLink } from "@/components/admin/console-navigation.client";
import { Badge } from "@/components/ui/badge";
import { adminRoutes } from "@/lib/admin/routes";
import type { Dashboard } from "@/lib/admin/types";
import { countOf, formatCount } from "@/lib/catalogue/display";
import { Panel, PanelNote, panelLink } from "./panel";

/** Public courses without a description or a picture, each with a link to its lectures. */
export function IncompleteCourses({ courses }: { courses: Dashboard["courses"] }) {
  const { withoutDescription, withoutPicture, total, incomplete } = courses;
  const more = total - incomplete.length;
  return (
    <Panel id="incomplete-courses" Icon={ImageOff} title="Courses to complete">
      {incomplete.length === 0 ? (
        <PanelNote>Every course has a description and a picture.</PanelNote>
      ) : (
        <>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-2">
            <Total label="Without description" count={withoutDescription} />
            <Total label="Without picture" count={withoutPicture} />
          </dl>
          <ul aria-label="The first of them" className="mt-3 divide-y divide-line border-t border-line">
            {incomplete.map(({ name, hasDescription, hasPicture }) => (
              <li
                key={name}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm last:pb-0"
              >
                <ConsoleLink href={adminRoutes.lectures({ query: name })} className={panelLink}>
                  <bdi>{name}</bdi>
                </ConsoleLink>
                <span className="flex flex-wrap gap-1.5">
                  {hasDescription ? null : <Badge look="plain">No description</Badge>}
                  {hasPicture ? null : <Badge look="plain">No picture</Badge>}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 ? (
            <PanelNote>
              And {countOf(more, "more course")}, which {more === 1 ? "follows" : "follow"} as these are
              completed.
            </PanelNote>
          ) : null}
        </>
      )}
    </Panel>
  );
}

const Total = ({ label, count }: { label: string; count: number }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-quiet">{label}</dt>
    <dd className="font-serif text-2xl font-semibold tabular-nums">{formatCount(count)}</dd>
  </div>
);
