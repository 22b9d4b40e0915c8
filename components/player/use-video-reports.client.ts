"use client";

import { useEffect, useRef } from "react";
import { storedRecord } from "@/components/api/stored.client";
import { createWitness } from "@/lib/player/witness";
import type { PlayerState } from "./bridge.client";
import { readSettings } from "./settings.client";
import type { WatchedLecture } from "./use-watching.client";

/** Errors that are about the video, and not about this browser or page. */
const ABOUT_THE_VIDEO = [2, 100, 101, 150];
const DAY_MS = 86_400_000;

const isReport = (value: unknown): value is { at: number } =>
  Number.isFinite((value as { at?: unknown } | null)?.at);

/** When this device last reported a video: under `id` that it plays, under `id:error` that it does not. */
const told = storedRecord("lectern:video-reports:v1", isReport);

/**
 * Reports to the server a video that does not play, at most once a day, and one that plays, with its length, at most
 * once a week. A video that plays is not reported if the settings say that no place is remembered.
 * @returns the function to call with each state that the player reports
 */
export function useVideoReports({ id, videoId }: WatchedLecture, error: number | undefined) {
  const witness = useRef(createWitness());
  useEffect(() => {
    if (error === undefined || !ABOUT_THE_VIDEO.includes(error)) return;
    report(`${videoId}:${error}`, DAY_MS, { recordId: id, code: error });
    // If the video plays again, that is reported at once.
    told.set(videoId, null);
  }, [error, id, videoId]);
  return (state: PlayerState) => {
    const length = witness.current(state);
    if (length === null || readSettings().memory === "none") return;
    report(videoId, 7 * DAY_MS, { recordId: id, played: true, duration: length });
  };
}

function report(key: string, pauseMs: number, body: object): void {
  const last = told.read()[key];
  if (last && Date.now() - last.at < pauseMs) return;
  told.set(key, { at: Date.now() });
  // Neither awaited nor retried: the next device that plays the video sends the same report.
  void fetch("/api/video-reports", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  })
    // An unread response body would keep its connection open.
    .then((answer) => answer.text())
    .catch(() => {});
}
