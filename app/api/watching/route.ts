import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { forgetWatching, recordWatching } from "@/lib/watching/queries.server";

/** Longer than any video. */
const MAX_SECONDS = 360_000;
const second = z.int().min(0).max(MAX_SECONDS);

const beatSchema = z.strictObject({
  recordId: z.int().positive(),
  videoId: z.string().length(11).optional(),
  position: z.number().min(0).max(MAX_SECONDS),
  duration: z.number().positive().lt(MAX_SECONDS),
  watched: z.array(z.tuple([second, second])).max(500),
  // A device may have been offline for half a year.
  ago: z
    .int()
    .min(0)
    .max(200 * 86_400_000),
});
const beatsSchema = z.strictObject({
  items: z.array(beatSchema).min(1).max(200),
  completes: z.boolean().default(true),
});

/**
 * `POST /api/watching` `{ items: [{ recordId, videoId, position, duration, watched: [[from, to] …], ago }], completes }`: adds
 * watched parts, in any order and safe to repeat, which completes a lecture unless `completes` is false. Returns
 * `{ places }`, all that is stored about these lectures, or 400, 401, 403, 413. Each learner who watches calls it
 * four times a minute, so it makes only one call to the backend.
 */
export const POST = route(
  { role: "session", body: beatsSchema, maxBytes: 64_000 },
  async ({ body, client }) => json({ places: await recordWatching(client, body.items, body) }),
);

/** `DELETE /api/watching`: deletes what was watched but not what is completed; 200, or 401, 403. */
export const DELETE = route({ role: "user" }, async ({ client }) => {
  await forgetWatching(client);
  return json({ ok: true });
});
