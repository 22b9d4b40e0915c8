"use client";

import { useEffect } from "react";
import { thumbnailCandidates } from "@/lib/catalogue/youtube";

/** YouTube answers a missing size with a grey picture this wide, which browsers load happily. */
const MISSING_PICTURE_WIDTH = 120;

/**
 * Walks every thumbnail of the page, and of the player's poster, along its fallback chain:
 * one listener for all of them, so that a card costs no script.
 */
export function ThumbnailFallbacks() {
  useEffect(() => {
    const onEvent = (event: Event) => check(event.target);
    document.addEventListener("error", onEvent, true);
    document.addEventListener("load", onEvent, true);
    // Those that ended before this ran.
    for (const element of document.querySelectorAll("img[data-thumbnail], iframe[data-poster]"))
      check(element);
    return () => {
      document.removeEventListener("error", onEvent, true);
      document.removeEventListener("load", onEvent, true);
    };
  }, []);
  return null;
}

function check(target: EventTarget | null) {
  if (target instanceof HTMLIFrameElement && target.dataset.poster !== undefined) {
    // Null once the player itself is in the frame.
    for (const picture of target.contentDocument?.querySelectorAll<HTMLImageElement>("img[data-thumbnail]") ??
      []) {
      picture.onload = picture.onerror = () => checkPicture(picture);
      checkPicture(picture);
    }
  } else if (target instanceof HTMLImageElement && target.dataset.thumbnail) {
    checkPicture(target);
  }
}

function checkPicture(picture: HTMLImageElement) {
  if (!picture.complete || !picture.dataset.thumbnail) return;
  const candidates = thumbnailCandidates(picture.dataset.thumbnail);
  const current = candidates.indexOf(picture.src);
  const isLast = current === candidates.length - 1;
  const isMissing = picture.naturalWidth === 0 || (picture.naturalWidth <= MISSING_PICTURE_WIDTH && !isLast);
  if (!isMissing) return;
  const next = candidates[current + 1];
  if (next) picture.src = next;
  else picture.style.visibility = "hidden";
}
