"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

type TooltipProps = {
  /** The accessible name of what is inside; therefore the tooltip itself is hidden from screen readers. */
  text: string;
  isOff?: boolean;
  children: ReactNode;
};

/** A tooltip to the right, on hover and keyboard focus. As WCAG 1.4.13 asks, Escape hides it and it can be hovered. */
export function Tooltip({ text, isOff, children }: TooltipProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<{ top: number; left: number } | null>(null);

  function show() {
    const box = anchor.current?.getBoundingClientRect();
    if (box) setPosition({ top: box.top + box.height / 2, left: box.right });
  }

  const isShown = position !== null && !isOff;
  useEffect(() => {
    if (!isShown) return;
    const hide = () => setPosition(null);
    const hideOnEscape = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("keydown", hideOnEscape);
    // The tooltip does not move with its anchor.
    document.addEventListener("scroll", hide, true);
    return () => {
      document.removeEventListener("keydown", hideOnEscape);
      document.removeEventListener("scroll", hide, true);
    };
  }, [isShown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control is inside
    <div
      ref={anchor}
      // No tooltip on touch, which activates the control at once.
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && show()}
      onPointerLeave={() => setPosition(null)}
      onFocus={({ target }) => target.matches(":focus-visible") && show()}
      onBlur={() => setPosition(null)}
    >
      {children}
      {isShown ? (
        // Fixed, so that a scrolling parent does not clip it.
        <span aria-hidden="true" className="fixed z-40 -translate-y-1/2 pl-2" style={position}>
          <span className="block rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-paper shadow-lg">
            {text}
          </span>
        </span>
      ) : null}
    </div>
  );
}
