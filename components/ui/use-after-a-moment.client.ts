"use client";

import { useEffect, useState } from "react";

/** Below this nobody notices a wait; whatever is shown meanwhile would only flicker. */
const MOMENT_MS = 150;

/** True once `condition` has been for a moment. */
export function useAfterAMoment(condition: boolean): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setIsLater(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setIsLater(false);
    };
  }, [condition]);
  return condition && isLater;
}
