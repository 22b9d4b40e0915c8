import { SearchX } from "lucide-react";
import type { Route } from "next";
import { buttonClasses } from "@/components/ui/button";

type NotFoundNoticeProps = { title: string; back: { href: Route; label: string } };

/** What stands where a course or subject was asked for that is not there. */
export function NotFoundNotice({ title, back }: NotFoundNoticeProps) {
  return (
    <section className="shell py-24 text-center">
      <SearchX aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <h1 className="mt-4 font-serif text-2xl font-semibold text-balance sm:text-3xl">{title}</h1>
      <a href={back.href} className={buttonClasses("solid", "mt-8")}>
        {back.label}
      </a>
    </section>
  );
}
