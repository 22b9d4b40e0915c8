"use client";

import { Keyboard } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { classNames } from "@/components/ui/class-names";
import { routes } from "@/lib/routes";
import { watchingMessages } from "@/lib/watching/messages";
import { countSeconds, firstUnseen } from "@/lib/watching/seconds";
import { formatTime } from "@/lib/watching/times";
import type { PlayerState } from "./bridge.client";
import { keepSpeed, readSpeed, SPEEDS } from "./speed.client";
import { UpNext } from "./up-next.client";
import { useKeys } from "./use-keys.client";
import { useOfferedPlayer } from "./use-offered-player.client";
import { usePlayer } from "./use-player.client";
import { useSeenBars } from "./use-seen-bars.client";
import { useStart } from "./use-start.client";
import { useVideoReports } from "./use-video-reports.client";
import { useWatching, type WatchedLecture } from "./use-watching.client";
import { VideoProblem } from "./video-problem";
import { WatchedStrip } from "./watched-strip";

const ShortcutList = lazy(() =>
  loadWithRetry(() =>
    import("./shortcut-list.client").then(({ ShortcutList }) => ({ default: ShortcutList })),
  ),
);

type WatchingPanelProps = {
  lecture: WatchedLecture;
  /** The element around the player's frame. */
  place: RefObject<HTMLElement | null>;
  /** Whether the page has room for the panel before the player's first report. */
  hasRoom: boolean;
  /** Whether the poster has been pressed: the player is loaded, or is about to be. */
  isStarted: boolean;
};

/** The panel beneath a player: where to continue, what was watched, the speed, and an error of the player. */
export function WatchingPanel({ lecture, place: around, hasRoom, isStarted }: WatchingPanelProps) {
  useSeenBars(lecture.about.courseName);
  const { courseId, next } = lecture.about;
  const nextPage = next && routes.lecture(courseId, next.lectureId);
  const { place, seen, add, keep, interrupt } = useWatching(lecture);
  const [speed, setSpeed] = useState(readSpeed);
  const { state, error, isSilent, bridge } = usePlayer(around, lecture.videoId, {
    onState: (told, last) => {
      if (!last) {
        if (speed !== 1 && told.rate !== speed) bridge.current?.setRate(speed);
        begin(told);
      } else if (told.rate !== last.rate) chooseSpeed(told.rate);
      add(told);
      witness(told);
    },
    onPause: () => keep(true),
  });
  const witness = useVideoReports(lecture, error);
  const { start, goTo, begin } = useStart(lecture, place, { around, bridge, state, interrupt });
  const duration = state?.duration ?? place?.duration ?? 0;
  const chooseSpeed = (rate: number) => {
    setSpeed(rate);
    keepSpeed(rate);
  };
  const changeSpeed = (rate: number) => {
    chooseSpeed(rate);
    bridge.current?.setRate(rate);
  };
  useOfferedPlayer({ state, start, goTo, bridge });
  const [isListOpen, setIsListOpen] = useState(false);
  /** The element that had the focus when the list was opened. */
  const opener = useRef<HTMLElement>(null);
  const showList = () => {
    opener.current = document.activeElement as HTMLElement | null;
    setIsListOpen(true);
  };
  const shortcuts = useKeys({
    around,
    bridge,
    state,
    speed,
    next,
    interrupt,
    setSpeed: changeSpeed,
    showList,
  });
  const list = isListOpen ? (
    <Suspense>
      <ShortcutList
        isOn={shortcuts.isOn}
        onTurn={shortcuts.turn}
        opener={opener}
        onClose={() => setIsListOpen(false)}
      />
    </Suspense>
  ) : null;

  const keysButton = (
    <button
      type="button"
      aria-label="Keyboard shortcuts"
      aria-haspopup="dialog"
      onClick={showList}
      className="ml-auto grid size-11 place-items-center rounded-md text-quiet hover:text-ink sm:-mr-3 pointer-coarse:hidden"
    >
      <Keyboard aria-hidden="true" className="size-5" />
    </button>
  );
  // Not until the player's first report: beneath it, the page would move once more.
  const offersStart = !state && !isStarted && start;
  /** Whether there is nothing to press beside the list of keys. */
  const isKeysAlone = error !== undefined && !offersStart && !isSilent;

  const unseen = duration > 0 && countSeconds(seen) > 0 ? firstUnseen(seen, duration) : null;
  if (!hasRoom && !state && error === undefined && !isSilent) return list;
  return (
    <div className="pt-3 text-sm">
      {error === undefined ? (
        <WatchedStrip seen={seen} duration={duration} />
      ) : (
        <div className="flex items-start gap-x-4">
          <VideoProblem code={error} videoId={lecture.videoId} next={nextPage} />
          {isKeysAlone ? keysButton : null}
        </div>
      )}
      <div className={classNames("flex min-h-11 flex-wrap items-center gap-x-4", isKeysAlone && "hidden")}>
        {offersStart ? (
          <>
            <TextButton onClick={() => goTo(offersStart)}>Continue at {formatTime(offersStart)}</TextButton>
            <TextButton onClick={() => goTo(0)}>Start from the beginning</TextButton>
          </>
        ) : null}
        {error === undefined && state && unseen !== null && isApart(unseen, state) ? (
          <TextButton onClick={() => goTo(unseen)}>
            Go to {formatTime(unseen)}
            <span className="max-sm:sr-only">, the first part not watched</span>
          </TextButton>
        ) : null}
        {/* Beside the keys in two lines, which have the height of the row without it. */}
        <p role="status" className="min-w-0 flex-1 empty:absolute">
          {isSilent ? watchingMessages.silent : null}
        </p>
        <div className="ml-auto flex items-center gap-x-1">
          {error === undefined && !offersStart && !isSilent ? (
            <SpeedSelect speed={speed} onChoose={changeSpeed} />
          ) : null}
          {isKeysAlone ? null : keysButton}
        </div>
      </div>
      {list}
      {next && nextPage ? (
        <UpNext lecture={next.id} name={next.name} href={nextPage} hasEnded={state?.hasEnded ?? false} />
      ) : null}
    </div>
  );
}

/** Whether a part of the video is far enough from the playing position to offer a jump to it. */
const isApart = (seconds: number, { position }: PlayerState) =>
  position < seconds - 5 || position > seconds + 30;

function SpeedSelect({ speed, onChoose }: { speed: number; onChoose: (rate: number) => void }) {
  const rates = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b);
  return (
    <label className="flex items-center gap-2 text-quiet">
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

/** A button that a jump removes. The lecture's section takes the focus, so that the player's keys go on working. */
function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest("section")?.focus({ preventScroll: true });
        onClick();
      }}
      className="min-h-11 rounded-sm font-semibold text-board underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}
