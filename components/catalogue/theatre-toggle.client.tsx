"use client";
// Rendered rarely: the compiler's memoisation would make it larger.
"use no memo";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { isTheatre, setTheatre } from "@/lib/theatre";

const look = buttonClasses(
  "outline",
  "needs-script max-xl:hidden in-data-theatre:border-board in-data-theatre:bg-board-soft in-data-theatre:text-board",
);

/** Has the player as wide as the page, on screens that are wide enough. How it looks when it is on is for CSS: that knows before React does. */
export function TheatreToggle({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOn, setIsOn] = useState(false);
  useEffect(() => setIsOn(isTheatre()), []);
  const toggle = () => {
    setTheatre(!isOn);
    setIsOn(!isOn);
    // The player above it has another height now.
    button.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <button ref={button} type="button" aria-pressed={isOn} onClick={toggle} className={look}>
      {children}
    </button>
  );
}
