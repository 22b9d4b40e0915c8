import { countOf } from "../catalogue/display.ts";
import type { FailingVideo, VideoState } from "./types.ts";

export const stateNames: Record<VideoState, string> = {
  suspected: "Suspected",
  gone: "Gone",
  not_embeddable: "Not embeddable",
  hidden: "Hidden",
};

/** The reason that the reporters' players gave. */
export const describeReason = (reason: NonNullable<FailingVideo["reason"]>) =>
  reason === "gone" ? "No longer on YouTube" : "Plays on YouTube only";

/** The console's messages about videos. */
export const videoMessages = {
  noLink: "Enter the link of the video",
  notYoutube: "Not a link to a YouTube video",
  sameVideo: "That is the video it has now",
  hiddenVideo: "That video is hidden. Show it again first",
  unknown: "There is no such video, or somebody else has dealt with it",
  hidden: "Hidden from the playlist",
  shown: "Shown again",
  works: "Marked as working",
} as const;

/** `The link of 2 lectures was replaced` */
export const replacedMessage = (lectures: number) =>
  lectures === 1 ? "The link was replaced" : `The link of ${countOf(lectures, "lecture")} was replaced`;
