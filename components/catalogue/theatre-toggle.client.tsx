"use client";
// Rendered rarely: the compiler's memoisation would make it larger.
"use no memo";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { remember } from "@/components/api/remembered.client";

/** Makes the player as wide as the page, on wide screens. CSS styles the pressed button, before React hydrates it. */
export function TheatreToggle(props: { className: string; children: ReactNode }) {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => setIsOn("theatre" in document.documentElement.dataset), []);
  const toggle = ({ currentTarget }: MouseEvent) => {
    document.documentElement.toggleAttribute("data-theatre", !isOn);
    remember("theatre", !isOn);
    setIsOn(!isOn);
    // The player above the button has changed its height.
    currentTarget.scrollIntoView({ block: "nearest" });
  };
  return <button type="button" aria-pressed={isOn} onClick={toggle} {...props} />;
}
