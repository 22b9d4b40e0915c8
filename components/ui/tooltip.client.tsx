"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

type TooltipProps = {
  /** The name of what it stands beside; it has that name already, so this is not read aloud. */
  text: string;
  isOff?: boolean;
  children: ReactNode;
};

/**
 * A name that appears to the right of something that shows none: under a mouse, and on keyboard
 * focus. Escape sends it away, and the pointer may rest on it.
 */
export function Tooltip({ text, isOff, children }: TooltipProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);

  function show() {
    const box = anchor.current?.getBoundingClientRect();
    if (box) setPlace({ top: box.top + box.height / 2, left: box.right });
  }

  const isShown = place !== null && !isOff;
  useEffect(() => {
    if (!isShown) return;
    const hide = () => setPlace(null);
    const hideOnEscape = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("keydown", hideOnEscape);
    // It stands where its anchor was.
    document.addEventListener("scroll", hide, true);
    return () => {
      document.removeEventListener("keydown", hideOnEscape);
      document.removeEventListener("scroll", hide, true);
    };
  }, [isShown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what happens to the thing inside
    <div
      ref={anchor}
      // A finger's press goes where it goes; no name is needed on the way.
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && show()}
      onPointerLeave={() => setPlace(null)}
      onFocus={({ target }) => target.matches(":focus-visible") && show()}
      onBlur={() => setPlace(null)}
    >
      {children}
      {isShown ? (
        // Fixed, so that a scrolling parent does not cut it off.
        <span aria-hidden="true" className="fixed z-40 -translate-y-1/2 pl-2" style={place}>
          <span className="block rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-paper shadow-lg">
            {text}
          </span>
        </span>
      ) : null}
    </div>
  );
}
