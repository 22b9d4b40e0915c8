"use client";

import { speakTime } from "@/lib/watching/times";

const linkOf = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector("a");

/** Makes the poster start its video at a time, and show and announce that time. In seconds; null stands for the beginning. */
export function setPosterStart(
  frame: HTMLIFrameElement,
  { start, duration, title }: { start: number | null; duration: number; title: string },
): void {
  const link = linkOf(frame);
  if (!link) return;
  const url = new URL(link.href);
  url.searchParams.delete("start");
  if (start) url.searchParams.set("start", String(start));
  link.href = url.href;
  link.setAttribute("aria-label", start ? `Continue: ${title}, from ${speakTime(start)}` : `Play: ${title}`);
  // The progress bar, which the poster has from the first call on.
  const bar = link.querySelector("i") ?? link.appendChild(link.ownerDocument.createElement("i"));
  const share = start && duration > 0 ? Math.min(1, start / duration) : 0;
  bar.style.cssText = `position:absolute;inset:auto auto 0 0;height:6px;width:${100 * share}%;background:#8fd3b3`;
}

/** Starts the video as a click on the poster does. Returns false if the player has already replaced the poster. */
export function startFromPoster(frame: HTMLIFrameElement): boolean {
  const link = linkOf(frame);
  link?.click();
  return link != null;
}
