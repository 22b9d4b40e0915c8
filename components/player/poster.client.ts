"use client";

import { speakTime } from "@/lib/watching/times";

const linkOf = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector("a");

/** Has the poster lead to a place in its video, and say and show so; null leads to the beginning. */
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
  const document = link.ownerDocument;
  const bar = document.querySelector("i") ?? link.appendChild(document.createElement("i"));
  const share = start && duration > 0 ? Math.min(1, start / duration) : 0;
  bar.style.cssText = `position:absolute;inset:auto auto 0 0;height:6px;width:${100 * share}%;background:#8fd3b3`;
}

/** Starts the video from the poster, as a press on it does; false where the player is there already. */
export function startFromPoster(frame: HTMLIFrameElement): boolean {
  const link = linkOf(frame);
  link?.click();
  return link !== undefined && link !== null;
}
