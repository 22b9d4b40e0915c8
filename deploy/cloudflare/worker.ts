// What `npm run build -- --cloudflare` has made.
import app from "../../.open-next/worker.js";

type Settings = { SITE_URL?: string; CRON_SECRET?: string };
type Context = { waitUntil(promise: Promise<unknown>): void };

export default {
  fetch: app.fetch,

  /** Cloudflare's timer, which asks as any host's timer does. */
  async scheduled(_event: unknown, settings: Settings, context: Context): Promise<void> {
    if (!settings.CRON_SECRET) return;
    const headers = { authorization: `Bearer ${settings.CRON_SECRET}` };
    const request = new Request(`${settings.SITE_URL}/api/imports/scheduled`, { headers });
    const answer: Response = await app.fetch(request, settings, context);
    if (!answer.ok) throw new Error(`The scheduled request was answered ${answer.status}`);
  },
};
