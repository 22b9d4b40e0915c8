import { PLAYER_ORIGIN } from "../player-origin.ts";
import { unwrapAddress } from "./wrapped-address.ts";

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

/** Texts that look like ids: `/embed/videoseries` is a playlist, `/embed/live_stream` a channel's live stream. */
const NOT_VIDEOS = new Set(["videoseries", "live_stream"]);

const SHORT_HOSTS = new Set(["youtu.be", "www.youtu.be"]);
const HOSTS = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "gaming.youtube.com",
  "studio.youtube.com",
  "youtube.googleapis.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
  "www.youtubeeducation.com",
  ...SHORT_HOSTS,
]);

/** `/video/{id}/edit` is the page on which a video's owner edits it. */
const ID_PATHS = new Set(["embed", "shorts", "live", "v", "vi", "e", "watch", "video"]);

const LENGTH_LIMIT = 2_000;

/** The most common forms of URLs, for a fast path without parsing the URL. */
const PLAIN_ADDRESS =
  /^https:\/\/(?:www\.youtube\.com\/(?:embed\/|watch\?v=)|youtu\.be\/)([A-Za-z0-9_-]{11})$/;

/**
 * Finds the video in a YouTube address of any form: `watch?v=`, `youtu.be/`, `/embed/`, `/shorts/`, `/live/`, `/v/`,
 * `/vi/`, `/e/`, `/watch/`, `/video/` and `/attribution_link?u=/watch?v=`, with or without a protocol, on any of
 * YouTube's hosts, and within what `unwrapAddress` takes off. What follows the id after a `&` or a second `?`, as in old
 * embed codes, is left out.
 *
 * @returns the 11-character id, or null for everything that is not such an address
 */
export function parseYoutubeId(text: string): string | null {
  const plain = PLAIN_ADDRESS.exec(text)?.[1];
  if (plain) return NOT_VIDEOS.has(plain) ? null : plain;
  const url = parseYoutubeAddress(text);
  const id = url && findId(url)?.split(/[&?]/)[0];
  return id && VIDEO_ID.test(id) && !NOT_VIDEOS.has(id) ? id : null;
}

/** Why a text is not the YouTube address of a video. */
export function describeNoVideo(text: string): string {
  const url = parseYoutubeAddress(text);
  if (!url) return "not a YouTube address";
  const isPlaylist =
    url.searchParams.has("list") &&
    !url.searchParams.has("v") &&
    /^\/(playlist|watch|embed\/videoseries)$/.test(url.pathname);
  return `not a YouTube address of a video${isPlaylist ? ", but of a playlist" : ""}`;
}

/** An address on one of YouTube's hosts, with or without a protocol; null for any other text. */
function parseYoutubeAddress(text: string): URL | null {
  const given = text.trim();
  if (given.length > LENGTH_LIMIT) return null;
  const address = withProtocol(unwrapAddress(given));
  // Of two addresses, the second would be lost.
  if (/[\s,;|][^\s,;|]*youtu(\.be|be\.com)\//i.test(address)) return null;
  // The host is compared as typed: a URL parser normalises user names, default ports, backslashes and full-width
  // letters, by which another host can look like YouTube's.
  const host = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase();
  if (!host || !HOSTS.has(host) || !URL.canParse(address)) return null;
  // An address that was copied out of HTML has its `&` escaped.
  return new URL(address.replaceAll("&amp;", "&"));
}

function withProtocol(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  return text.startsWith("//") ? `https:${text}` : `https://${text}`;
}

function findId(url: URL): string | null | undefined {
  const [first, second] = url.pathname.split("/").slice(1);
  if (SHORT_HOSTS.has(url.hostname)) return first;
  if (first === "watch" && url.searchParams.has("v")) return url.searchParams.get("v");
  const shared = first === "attribution_link" ? url.searchParams.get("u") : null;
  if (shared?.startsWith("/watch?")) return new URLSearchParams(shared.slice("/watch?".length)).get("v");
  return first && ID_PATHS.has(first) ? second : null;
}

/** The form in which the URL of a video is stored. */
export function embedUrl(id: string): string {
  return `https://www.youtube.com/embed/${id}`;
}

/** The address of the player, on the host that sets no cookie before the visitor presses play. */
export function playerUrl(id: string, { autoplay = false }: { autoplay?: boolean } = {}): string {
  return `${PLAYER_ORIGIN}/embed/${id}${autoplay ? "?autoplay=1" : ""}`;
}
