import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type PanelProps = { id: string; Icon: LucideIcon; title: string; aside?: ReactNode; children: ReactNode };

/** A part of the dashboard with a heading of its own. */
export function Panel({ id, Icon, title, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-2xl border border-line bg-card p-card sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="flex items-center gap-2.5 font-serif text-xl font-semibold">
          <Icon aria-hidden="true" className="size-5 text-board" strokeWidth={1.75} />
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A line of text in a panel, for example if it has nothing to list. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 text-sm text-pretty text-quiet">{children}</p>
);

/** The look of a link in a panel, with a target of 44 px. */
export const panelLink =
  "-my-2.5 inline-block max-w-full py-3 font-semibold break-words underline-offset-4 hover:text-board hover:underline";
