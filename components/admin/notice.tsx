import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type NoticeProps = {
  Icon: LucideIcon;
  title: string;
  hint: ReactNode;
  /** Links or buttons for a next step. */
  children?: ReactNode;
};

/** Shown if there is nothing else to show, with the reason. */
export function Notice({ Icon, title, hint, children }: NoticeProps) {
  return (
    <section className="mt-8 rounded-2xl border border-dashed border-line px-6 py-14 text-center">
      <Icon aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <h2 className="mt-4 font-serif text-2xl font-semibold">{title}</h2>
      <p className="mx-auto mt-2 max-w-md text-pretty text-quiet">{hint}</p>
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </section>
  );
}
