"use client";

import type { Route } from "next";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { isRemembered, remember } from "@/components/api/remembered.client";
import { buttonClasses } from "@/components/ui/button";
import { playRequest } from "./play-request.client";
import { UP_NEXT } from "./player-places";

/** The length of the countdown before the next lecture's page opens by itself. */
const SECONDS = 8;

type UpNextProps = {
  /** The id of the lecture that follows; `name` and `href` are that lecture's, too. */
  lecture: number;
  name: string;
  href: Route;
  /** Whether the video has been played to its end. */
  hasEnded: boolean;
};

/**
 * Offers the next lecture once a video has ended, which opens by itself if the visitor has chosen that. It is beneath
 * the buttons of the lecture: above them, it would move them just when they are about to be pressed.
 */
export function UpNext({ lecture, name, href, hasEnded }: UpNextProps) {
  const box = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(UP_NEXT)), []);
  const [goesOn, setGoesOn] = useState(() => isRemembered("going-on"));
  const [count, setCount] = useState<"none" | "running" | "stopped">("none");
  const onChange = useEffectEvent(() => {
    const isUsed = box.current?.matches(":hover, :focus-within");
    setCount(hasEnded && goesOn && !document.hidden && !isUsed ? "running" : "none");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts from the end of the video
  useEffect(() => onChange(), [hasEnded]);
  if (!slot) return null;
  return createPortal(
    <div
      ref={box}
      className={
        hasEnded
          ? "mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card p-4"
          : undefined
      }
    >
      {/* A live region must be in the document before its text changes, or screen readers stay silent. */}
      <p role="status" className={hasEnded ? "min-w-0 basis-full break-words" : undefined}>
        {hasEnded ? (
          <>
            <span className="text-quiet">Up next: </span>
            <span className="font-semibold">{name}</span>
            {count === "running" ? <span className="sr-only">. It plays in {SECONDS} seconds.</span> : null}
          </>
        ) : null}
      </p>
      {hasEnded ? (
        <>
          <a
            ref={link}
            href={href}
            onClick={() => {
              playRequest.lecture = lecture;
            }}
            className={buttonClasses("solid")}
          >
            Play next
          </a>
          {/* After the link: otherwise the link would move under the pointer when the button disappears. */}
          {count === "running" ? (
            <Countdown place={box} onStay={() => setCount("stopped")} onEnd={() => link.current?.click()} />
          ) : null}
          {count === "stopped" ? <span className="text-quiet">You stay here.</span> : null}
          <label className="flex min-h-11 cursor-pointer sm:ml-auto items-center gap-3 text-quiet">
            <input
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
              role="switch"
              checked={goesOn}
              onChange={({ target }) => {
                setGoesOn(target.checked);
                remember("going-on", target.checked);
              }}
              className="size-5 shrink-0 accent-board"
            />
            Always go on by itself
          </label>
        </>
      ) : null}
    </div>,
    slot,
  );
}

type CountdownProps = { place: RefObject<HTMLElement | null>; onStay: () => void; onEnd: () => void };

/** Counts down to `onEnd`. Pointer or focus in `place`, typing, scrolling and a hidden tab stop the countdown. */
function Countdown({ place, onStay, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(SECONDS);
  const stay = useEffectEvent(onStay);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    const onInput = () => stay();
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const input of ["pointerover", "focusin"]) place.current?.addEventListener(input, onInput, options);
    for (const input of ["keydown", "scroll", "wheel", "touchmove", "visibilitychange"])
      document.addEventListener(input, onInput, options);
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [place]);
  useEffect(() => {
    if (left === 0) end();
  }, [left]);
  return (
    <>
      <button type="button" onClick={onStay} className={buttonClasses("outline")}>
        Stay here
      </button>
      <span aria-hidden="true" className="text-quiet tabular-nums">
        Plays in {left} s
      </span>
    </>
  );
}
