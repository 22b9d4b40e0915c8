"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

type TabProps = {
  href: Route;
  /** First path segments of the tab's pages. */
  sections: readonly string[];
  children: ReactNode;
};

export function Tab({ href, sections, children }: TabProps) {
  const isCurrent = sections.includes(usePathname().split("/")[1] ?? "");
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex h-full -outline-offset-4 flex-col items-center justify-center gap-1 text-[min(0.75rem,4.5vw)] font-medium ${isCurrent ? "text-board" : "text-quiet"}`}
    >
      {children}
    </a>
  );
}
