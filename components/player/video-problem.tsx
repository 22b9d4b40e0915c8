import type { Route } from "next";
import { describeError } from "@/lib/watching/messages";

type VideoProblemProps = {
  /** The player's error code. */
  code: number;
  videoId: string;
  /** The next lecture's page; null if there is none. */
  next: Route | null;
};

const link = "inline-flex min-h-11 items-center font-semibold text-board underline underline-offset-4";

/** Why a video cannot be played, and where to go instead. */
export function VideoProblem({ code, videoId, next }: VideoProblemProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-6">
      <p role="alert">{describeError(code)}</p>
      <a
        href={`https://www.youtube.com/watch?v=${videoId}`}
        rel="external noreferrer"
        target="_blank"
        className={link}
      >
        Open on YouTube
      </a>
      {next ? (
        <a href={next} className={link}>
          Next lecture
        </a>
      ) : null}
    </div>
  );
}
