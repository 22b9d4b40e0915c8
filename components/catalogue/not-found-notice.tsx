import { SearchX } from "lucide-react";
import type { Route } from "next";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";

type NotFoundNoticeProps = { title: string; back: { href: Route; label: string } };

export function NotFoundNotice({ title, back }: NotFoundNoticeProps) {
  return (
    <PageNotice Icon={SearchX} title={title}>
      <a href={back.href} className={buttonClasses("solid", "mt-8")}>
        {back.label}
      </a>
    </PageNotice>
  );
}
