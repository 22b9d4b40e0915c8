// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { CSSProperties } from "react";
import { classNames } from "@/components/ui/class-names";
import { thumbnailCandidates } from "@/lib/catalogue/thumbnail-candidates";

type ThumbnailProps = {
  videoId: string | null;
  eager?: boolean;
  /** How much of the video was watched, from 0 to 1. */
  seen?: number;
  /** The lecture's id, by which `useSeenBars` finds the thumbnail. */
  lecture?: number;
  className?: string;
};

/** A decorative picture over a placeholder icon (in CSS); `ThumbnailFallbacks` handles pictures that fail. */
export function Thumbnail({ videoId, eager = false, seen, lecture, className }: ThumbnailProps) {
  return (
    <span
      className={classNames("thumbnail", className)}
      data-lecture={lecture}
      style={seen ? ({ "--seen": seen } as CSSProperties) : undefined}
    >
      {videoId ? (
        // biome-ignore lint/performance/noImgElement: YouTube serves sized pictures; no optimiser runs here
        <img
          src={thumbnailCandidates(videoId)[0]}
          data-thumbnail={videoId}
          alt=""
          width={480}
          height={360}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      ) : null}
    </span>
  );
}
