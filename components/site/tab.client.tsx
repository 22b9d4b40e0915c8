"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

type TabProps = {
  href: Route;
  /** The first segments of the addresses that belong to it. */
  sections: readonly string[];
  children: ReactNode;
};

/** A tab that is marked while one of its pages is shown. */
export function Tab({ href, sections, children }: TabProps) {
  const isCurrent = sections.includes(usePathname().split("/")[1] ?? "");
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex h-full flex-col items-center justify-center gap-1 text-xs font-medium ${isCurrent ? "text-board" : "text-quiet"}`}
    >
      {children}
    </a>
  );
}
