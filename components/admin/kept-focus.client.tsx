"use client";

import type { ReactNode } from "react";
import { useKeptFocus } from "./use-kept-focus.client";

/** A box around content that a refresh may change: when the focused element goes, the box receives the focus. */
export function KeptFocus({ children }: { children: ReactNode }) {
  const box = useKeptFocus();
  return (
    <div ref={box} tabIndex={-1} className="rounded-2xl">
      {children}
    </div>
  );
}
