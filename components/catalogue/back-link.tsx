import { ArrowLeft } from "lucide-react";
import type { Route } from "next";

export function BackLink({ href, label }: { href: Route; label: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center gap-2 rounded-md text-sm font-semibold text-quiet hover:text-board"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
    </a>
  );
}
