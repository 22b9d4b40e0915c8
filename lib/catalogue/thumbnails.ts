import { thumbnailCandidates } from "./thumbnail-candidates.ts";
import { parseYoutubeId } from "./youtube.ts";

const YOUTUBE_THUMBNAIL = /^https?:\/\/(?:i\.ytimg\.com|img\.youtube\.com)\/vi\/([A-Za-z0-9_-]{11})\//;

/**
 * The YouTube id whose thumbnail is shown for a row: the id of its image, else of its video. Images on other hosts
 * are ignored: an imported file must not make visitors' browsers contact hosts of its choice.
 */
export function thumbnailId(row: { image: string | null; youtube: string | null }): string | null {
  return row.image?.match(YOUTUBE_THUMBNAIL)?.[1] ?? parseYoutubeId(row.youtube ?? "");
}

/** Whether pages show the image at an address. */
export const isShownImage = (address: string): boolean => YOUTUBE_THUMBNAIL.test(address);

/** The image of a shared link: the thumbnail, or else the site's own image. */
export function shareImage(thumbnail: string | null | undefined): string {
  return (thumbnail && thumbnailCandidates(thumbnail)[0]) || "/opengraph-image";
}
