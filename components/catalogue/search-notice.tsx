import type { LucideIcon } from "lucide-react";

type SearchNoticeProps = { Icon: LucideIcon; title: string; hint: string; isHeading?: boolean };

export function SearchNotice({ Icon, title, hint, isHeading }: SearchNoticeProps) {
  const Title = isHeading ? "h1" : "h2";
  return (
    <section className="py-16 text-center">
      <Icon aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <Title className="mt-4 font-serif text-2xl font-semibold">{title}</Title>
      <p className="mt-2 text-quiet">{hint}</p>
    </section>
  );
}
