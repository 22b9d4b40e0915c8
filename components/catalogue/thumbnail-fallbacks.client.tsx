"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useEffect } from "react";
import { thumbnailCandidates } from "@/lib/catalogue/thumbnail-candidates";

/** Instead of a missing size YouTube sends a grey picture of this width. */
const PLACEHOLDER_WIDTH = 120;

/**
 * Replaces thumbnails that cannot be loaded, in the page and in the player's poster, by their next candidate. One
 * listener for all of them, so that thumbnails need no script of their own.
 */
export function ThumbnailFallbacks() {
  useEffect(() => {
    const onEvent = (event: Event) => check(event.target);
    document.addEventListener("error", onEvent, true);
    document.addEventListener("load", onEvent, true);
    // Pictures that had loaded or failed before this ran.
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
    // `contentDocument` is null once the player has replaced the poster.
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
  const isMissing = picture.naturalWidth === 0 || (picture.naturalWidth <= PLACEHOLDER_WIDTH && !isLast);
  // Over the placeholder, the browser would show its own picture for one that failed.
  picture.style.visibility = isMissing ? "hidden" : "";
  const next = candidates[current + 1];
  if (isMissing && next) picture.src = next;
}
