import { classNames } from "@/components/ui/class-names";
import { thumbnailCandidates } from "@/lib/catalogue/youtube";

type ThumbnailProps = { videoId: string | null; eager?: boolean; className?: string };

/** A decorative picture over a placeholder icon (in CSS); `ThumbnailFallbacks` handles pictures that fail. */
export function Thumbnail({ videoId, eager = false, className }: ThumbnailProps) {
  return (
    <span className={classNames("thumbnail", className)}>
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
