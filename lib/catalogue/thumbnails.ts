import { parseYoutubeId, thumbnailCandidates } from "./youtube.ts";

const YOUTUBE_THUMBNAIL = /^https?:\/\/(?:i\.ytimg\.com|img\.youtube\.com)\/vi\/([A-Za-z0-9_-]{11})\//;

/**
 * The YouTube id whose thumbnail stands for a row: the one its image shows, else its video's.
 * Images of other hosts are not loaded: a spreadsheet must not make visitors' browsers call
 * hosts of its choice, and the content security policy allows YouTube's alone.
 */
export function thumbnailId(row: { image: string | null; youtube: string | null }): string | null {
  return row.image?.match(YOUTUBE_THUMBNAIL)?.[1] ?? parseYoutubeId(row.youtube ?? "");
}

/** The picture of a shared link: the thumbnail, or the site's own where there is none. */
export function shareImage(thumbnail: string | null | undefined): string {
  return (thumbnail && thumbnailCandidates(thumbnail)[0]) || "/opengraph-image";
}
