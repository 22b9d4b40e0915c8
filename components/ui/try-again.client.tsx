"use client";

import { useLayoutEffect, useRef } from "react";
import { focusMain } from "./focus-main";

/** The button below a failure. It goes with the failure, and the focus then moves to the page's content. */
export function TryAgain({ look, onPress }: { look: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) queueMicrotask(focusMain);
    };
  }, []);
  return (
    <button ref={button} type="button" onClick={onPress} className={look}>
      Try again
    </button>
  );
}
