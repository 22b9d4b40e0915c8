"use client";
// On every lecture's page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { whenPlayerWanted } from "@/components/notes/beside-player.client";
import { classNames } from "@/components/ui/class-names";
import { hasDevicePlace, hasDevicePlaces } from "@/lib/watching/storage";
import { playRequest } from "./play-request.client";
import type { WatchedLecture } from "./use-watching.client";

const Panel = lazy(() =>
  loadWithRetry(() =>
    import("./watching-panel.client").then(({ WatchingPanel }) => ({ default: WatchingPanel })),
  ),
);

/** Whether this document has shown a lecture before: the focus that was in it is lost with it. */
let hasShown = false;

type WatchingProps = { lecture: WatchedLecture; children: ReactNode };

/**
 * The player (`children`) and the panel beneath it. The panel is loaded for signed-in learners, if the device has
 * places, if the address names a time, when pointer or touch reaches the player, and when the focus reaches its section.
 */
export function Watching({ lecture, children }: WatchingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const isSignedIn = useSignedIn();
  // Before the panel's effects: they may press the poster's link, which must be able to tell the player of this page.
  useLayoutEffect(() => {
    const onNear = () => setIsNear(true);
    const isWanted = playRequest.lecture === lecture.id || location.hash.startsWith("#t=");
    if (isWanted || hasDevicePlaces()) onNear();
    const frame = place.current?.querySelector("iframe");
    const takePoster = () => {
      const poster = frame?.contentDocument;
      // The visitor may have reached the poster before this script ran.
      if (!poster || poster.hasFocus()) onNear();
      if (!poster) return;
      // Touch and focus inside the poster only fire events in the poster's document.
      for (const event of ["pointerdown", "focusin"]) poster.addEventListener(event, onNear);
      playWithoutHistory(poster, () => setIsStarted(true));
    };
    takePoster();
    frame?.addEventListener("load", takePoster);
    return () => frame?.removeEventListener("load", takePoster);
  }, [lecture.id]);
  useEffect(() => whenPlayerWanted(() => setIsNear(true)), []);
  useEffect(() => {
    // The player's keys work wherever the focus is in the lecture's section.
    const section = place.current?.closest("section");
    const onFocus = () => setIsNear(true);
    section?.addEventListener("focusin", onFocus);
    return () => section?.removeEventListener("focusin", onFocus);
  }, []);
  useEffect(() => {
    if (hasShown && document.activeElement === document.body)
      place.current?.closest("section")?.focus({ preventScroll: true });
    hasShown = true;
  }, []);
  // A visitor's page makes room at the press, so that nothing moves under the pointer once the player reports.
  const hasRoom = isSignedIn || isStarted || (isNear && hasDevicePlace(lecture.id, lecture.videoId));
  return (
    <div ref={place} onPointerEnter={() => setIsNear(true)}>
      {children}
      <div
        className={classNames(
          "in-data-signed-in:min-h-[3.875rem] print:hidden",
          isStarted && "min-h-[3.875rem]",
        )}
      >
        {isNear || isSignedIn ? (
          <Suspense>
            <Panel lecture={lecture} place={place} hasRoom={hasRoom} isStarted={isStarted} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** Replaces the poster by the player. Following the poster's link would add an entry to the browser's history. */
function playWithoutHistory(poster: Document, onPlay: () => void): void {
  const link = poster.querySelector("a");
  if (!link) return;
  link.onclick = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPlay();
    poster.defaultView?.location.replace(withMessages(link.href));
  };
}

/** The player's address with the parameters that let the player exchange messages with this page. */
function withMessages(href: string): string {
  return `${href}&enablejsapi=1&playsinline=1&rel=0&origin=${encodeURIComponent(location.origin)}`;
}
