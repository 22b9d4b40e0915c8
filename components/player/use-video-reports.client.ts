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

/** When this device last told of a video: by the video's id that it played, with an error behind the id that it did not. */
const told = storedRecord("lectern:video-reports:v1", isReport);

/**
 * Tells the server of a video that does not play, at most once a day, and of one that plays, with its length, at most once a
 * week. Nothing is told of what plays where the place is not to be remembered.
 * @returns what is to be given each report of the player
 */
export function useVideoReports({ id, videoId }: WatchedLecture, error: number | undefined) {
  const witness = useRef(createWitness());
  useEffect(() => {
    if (error === undefined || !ABOUT_THE_VIDEO.includes(error)) return;
    report(`${videoId}:${error}`, DAY_MS, { recordId: id, code: error });
    // Where it plays again, that is news.
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
  // The page does not wait for it: the next device that plays the video tells the same.
  void fetch("/api/video-reports", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  })
    // What is not read keeps its connection.
    .then((answer) => answer.text())
    .catch(() => {});
}
