"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useEffect, useState } from "react";

/** Shorter waits go unnoticed: a loading indicator would only flicker. */
const DELAY_MS = 150;

/** True once `condition` has been true for a moment; for loading indicators. */
export function useDelayed(condition: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setIsOver(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [condition]);
  return condition && isOver;
}
