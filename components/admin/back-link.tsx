import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { ConsoleLink } from "./console-navigation.client";

/** A link from a page to the list that it belongs to. */
export function BackLink({ href, children }: { href: Route; children: ReactNode }) {
  return (
    <ConsoleLink
      href={href}
      className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold wrap-anywhere text-board hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </ConsoleLink>
  );
}
