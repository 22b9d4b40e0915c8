"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { routes } from "@/lib/routes";
import { describeError, watchingMessages } from "@/lib/watching/messages";
import { countSeconds, firstUnseen } from "@/lib/watching/seconds";
import { formatTime, parseTimeHash, resumeAt } from "@/lib/watching/times";
import type { PlayerState } from "./bridge.client";
import { playRequest } from "./play-request.client";
import { setPosterStart, startFromPoster } from "./poster.client";
import { keepSpeed, readSpeed } from "./speed.client";
import { UpNext } from "./up-next.client";
import { usePlayer } from "./use-player.client";
import { useSeenBars } from "./use-seen-bars.client";
import { useWatching, type WatchedLecture } from "./use-watching.client";
import { WatchedStrip } from "./watched-strip";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

type WatchingPanelProps = {
  lecture: WatchedLecture;
  /** Around the frame of the player. */
  place: RefObject<HTMLElement | null>;
  /** Whether the page has room for it before the player tells something. */
  hasRoom: boolean;
};

/** What stands beneath a player: where to go on, what was seen, the speed, and what is wrong with it. */
export function WatchingPanel({ lecture, place: around, hasRoom }: WatchingPanelProps) {
  useSeenBars(lecture.about.courseName);
  const { courseId, next } = lecture.about;
  const { place, seen, add, keep, interrupt } = useWatching(lecture);
  const [speed, setSpeed] = useState(readSpeed);
  /** Where the address wants it to start, or the learner; undefined where neither says. */
  const [wanted, setWanted] = useState(() => parseTimeHash(location.hash) ?? undefined);
  const startedAt = useRef<number | null>(undefined);
  const { state, error, isSilent, bridge } = usePlayer(around, lecture.videoId, {
    onState: (told) => {
      if (!state) begin(told);
      else if (told.rate !== state.rate) chooseSpeed(told.rate);
      add(told);
    },
    onPause: () => {
      if (state) keep(state, true);
    },
  });
  const start = wanted ?? (place ? resumeAt(place) : null);
  const duration = state?.duration ?? place?.duration ?? 0;

  const chooseSpeed = (rate: number) => {
    setSpeed(rate);
    keepSpeed(rate);
  };
  /** For the first that the player tells: it may have been started before this was there. */
  const begin = (told: PlayerState) => {
    if (speed !== 1 && told.rate !== speed) bridge.current?.setRate(speed);
    if (start && startedAt.current !== start && told.position < start - 5) bridge.current?.seek(start);
  };
  const goTo = (seconds: number) => {
    interrupt();
    const frame = around.current?.querySelector("iframe");
    if (!frame) return;
    setWanted(seconds);
    prepare(seconds);
    if (startFromPoster(frame)) return;
    bridge.current?.seek(seconds);
    bridge.current?.play();
  };
  const prepare = (seconds: number | null) => {
    const frame = around.current?.querySelector("iframe");
    if (!frame?.contentDocument) return;
    startedAt.current = seconds;
    setPosterStart(frame, { start: seconds, duration, title: lecture.about.name });
  };
  const onPoster = useEffectEvent(() => {
    prepare(start);
    const frame = around.current?.querySelector("iframe");
    if (playRequest.lecture === lecture.id && frame && startFromPoster(frame))
      playRequest.lecture = undefined;
  });
  const onHash = useEffectEvent(() => {
    const time = parseTimeHash(location.hash);
    if (time === null) return;
    if (state) goTo(time);
    else setWanted(time);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poster shows where it starts
  useEffect(onPoster, [start]);
  useEffect(() => {
    const frame = around.current?.querySelector("iframe");
    const onFrame = () => onPoster();
    const onChange = () => onHash();
    frame?.addEventListener("load", onFrame);
    addEventListener("hashchange", onChange);
    return () => {
      frame?.removeEventListener("load", onFrame);
      removeEventListener("hashchange", onChange);
    };
  }, [around]);

  const unseen = duration > 0 && countSeconds(seen) > 0 ? firstUnseen(seen, duration) : null;
  if (!hasRoom && !state && error === undefined && !isSilent) return null;
  return (
    <div className="pt-3 text-sm">
      {error === undefined ? (
        <WatchedStrip seen={seen} duration={Math.max(duration, 1)} />
      ) : (
        <VideoProblem code={error} videoId={lecture.videoId} />
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4">
        {!state && start ? (
          <>
            <TextButton onClick={() => goTo(start)}>Continue at {formatTime(start)}</TextButton>
            <TextButton onClick={() => goTo(0)}>Start from the beginning</TextButton>
          </>
        ) : null}
        {state && unseen !== null && isApart(unseen, state) ? (
          <TextButton onClick={() => goTo(unseen)}>
            Go to {formatTime(unseen)}, the first part not watched
          </TextButton>
        ) : null}
        {isSilent ? <p role="status">{watchingMessages.silent}</p> : null}
        {state || !start ? (
          <SpeedSelect
            speed={speed}
            onChoose={(rate) => {
              chooseSpeed(rate);
              bridge.current?.setRate(rate);
            }}
          />
        ) : null}
      </div>
      {next ? (
        <UpNext
          lecture={next.id}
          name={next.name}
          href={routes.lecture(courseId, next.lectureId)}
          hasEnded={state?.hasEnded ?? false}
        />
      ) : null}
    </div>
  );
}

/** Whether a part lies elsewhere than what is playing. */
const isApart = (seconds: number, { position }: PlayerState) =>
  position < seconds - 5 || position > seconds + 30;

function SpeedSelect({ speed, onChoose }: { speed: number; onChoose: (rate: number) => void }) {
  const rates = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b);
  return (
    <label className="ml-auto flex items-center gap-2 text-quiet">
      <span className="max-sm:sr-only">Speed</span>
      <select
        value={speed}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="min-h-11 rounded-md bg-transparent px-1 text-ink"
      >
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {rate}×
          </option>
        ))}
      </select>
    </label>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-sm font-semibold text-board underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}

function VideoProblem({ code, videoId }: { code: number; videoId: string }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4">
      {describeError(code)}
      <a
        href={`https://www.youtube.com/watch?v=${videoId}`}
        rel="external noreferrer"
        target="_blank"
        className="inline-flex min-h-11 items-center font-semibold text-board underline underline-offset-4"
      >
        Open on YouTube
      </a>
    </p>
  );
}
