import { z } from "zod";
import "../zod-in-browsers.ts";
import { parseYoutubeId } from "../catalogue/youtube.ts";
import { videoMessages } from "./messages.ts";

/** The `{id}` of a URL path: a YouTube video. */
export const videoParams = z.object({ id: z.string().regex(/^[\w-]{11}$/, videoMessages.unknown) });

/** A YouTube link of any form, as an administrator types it. */
export const linkSchema = z.strictObject({
  link: z
    .string()
    .trim()
    .min(1, videoMessages.noLink)
    .refine((link) => link.length <= 2_000 && parseYoutubeId(link) !== null, {
      error: videoMessages.notYoutube,
    }),
});
