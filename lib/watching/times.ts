import { formatLength } from "../catalogue/lengths.ts";
import { isWatched } from "./seconds.ts";
import type { Place } from "./types.ts";

type Moment = Pick<Place, "position" | "duration">;

/** The position at which a lecture resumes, in seconds; null if it starts from the beginning. */
export function resumeAt({ position, duration }: Moment): number | null {
  const isOver = duration - position < Math.max(15, 0.02 * duration);
  return position < 15 || isOver ? null : Math.floor(position - 3);
}

/** Whether a lecture with this place is finished: its end was reached, or nearly all of it was watched. */
export function isFinished({ position, duration, watched }: Place): boolean {
  return isNearEnd({ position, duration }) || isWatched(watched, duration);
}

const isNearEnd = ({ position, duration }: Moment) => duration - position <= Math.max(15, 0.02 * duration);

/** `12 min left`, or `1 h 5 min left`. */
export function formatLeft({ position, duration }: Moment): string {
  const minutes = Math.ceil((duration - position) / 60);
  return `${formatLength(minutes * 60)} left`;
}

const parts = (seconds: number) => {
  const whole = Math.floor(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, seconds: whole % 60 };
};

/** `12:40`, or `1:02:40`. */
export function formatTime(time: number): string {
  const { hours, minutes, seconds } = parts(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** `12 minutes 40 seconds`, for screen readers, which read 12:40 as a time of day. */
export function speakTime(time: number): string {
  const { hours, minutes, seconds } = parts(time);
  const said = (
    [
      [hours, "hour"],
      [minutes, "minute"],
      [seconds, "second"],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return said.join(" ") || "0 seconds";
}

/** The number of seconds in a URL fragment like `#t=760`; null for any other fragment. */
export function parseTimeHash(hash: string): number | null {
  const [, time] = /^#t=(\d{1,6})$/.exec(hash) ?? [];
  return time === undefined ? null : Number(time);
}
