import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type PageNoticeProps = {
  Icon: LucideIcon;
  title: string;
  hint?: string;
  level?: 1 | 2;
  children?: ReactNode;
};

/** The content of a page that has nothing to show; `children` is what to do about it. */
export function PageNotice({ Icon, title, hint, level = 1, children }: PageNoticeProps) {
  const Title = `h${level}` as const;
  return (
    <section className="shell py-24 text-center">
      <Icon aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <Title className="mt-4 font-serif text-2xl font-semibold text-balance sm:text-3xl">{title}</Title>
      {hint ? <p className="mt-2 text-quiet">{hint}</p> : null}
      {children}
    </section>
  );
}
